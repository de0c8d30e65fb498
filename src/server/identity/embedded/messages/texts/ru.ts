import type { MessageTexts } from '../message-texts.ts';

export const ru: MessageTexts = {
  signUp: {
    subject: 'Подтвердите учётную запись {app}',
    intro: 'Введите этот код, чтобы подтвердить учётную запись {app}:',
  },
  signUpLink: {
    subject: 'Подтвердите учётную запись {app}',
    intro: 'Откройте эту ссылку, чтобы подтвердить учётную запись {app}:',
  },
  signIn: { subject: 'Код для входа в {app}', intro: 'Введите этот код, чтобы войти в {app}:' },
  resetPassword: {
    subject: 'Выберите новый пароль для {app}',
    intro: 'Введите этот код, чтобы выбрать новый пароль для {app}:',
  },
  verifyAddress: {
    subject: 'Подтвердите контактные данные в {app}',
    intro: 'Введите этот код, чтобы подтвердить, что эти контактные данные ваши:',
  },
  invitation: {
    subject: 'Ваша учётная запись {app}',
    intro: 'Для вас создана учётная запись {app}. Войдите как {name} с этим временным паролем, а затем выберите свой:',
  },
  codeWorksFor: 'Код действует {duration}.',
  linkWorksFor: 'Ссылка действует {duration}.',
  passwordWorksFor: 'Временный пароль действует {duration}.',
  notAskedFor: 'Если вы этого не запрашивали, ничего делать не нужно. Никому это не сообщайте.',
};
