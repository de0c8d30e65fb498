import type { MessageTexts } from '../message-texts.ts';

export const pt: MessageTexts = {
  signUp: { subject: 'Confirme sua conta no {app}', intro: 'Digite este código para confirmar sua conta no {app}:' },
  signUpLink: { subject: 'Confirme sua conta no {app}', intro: 'Abra este link para confirmar sua conta no {app}:' },
  signUpAgain: {
    subject: 'Alguém tentou se cadastrar no {app} com o seu endereço de e-mail',
    intro:
      'Alguém, talvez você, tentou criar uma conta no {app} com este endereço de e-mail. Você já tem uma. Faça login ou escolha uma nova senha aqui:',
  },
  signIn: { subject: 'Seu código para fazer login no {app}', intro: 'Digite este código para fazer login no {app}:' },
  resetPassword: {
    subject: 'Escolha uma nova senha para o {app}',
    intro: 'Digite este código para escolher uma nova senha para o {app}:',
  },
  verifyAddress: {
    subject: 'Confirme sua opção de recuperação no {app}',
    intro: 'Digite este código para confirmar sua opção de recuperação:',
  },
  invitation: {
    subject: 'Sua conta no {app}',
    intro:
      'Uma conta no {app} foi criada para você. Faça login como {name} com esta senha temporária e depois escolha a sua:',
  },
  there: {
    subject: 'Pronto para baixar: {name}',
    intro: 'Você pediu que avisássemos quando isto pudesse ser baixado: {name}. Baixe aqui:',
  },
  toldOnce: 'Você não vai receber outra mensagem sobre isso. Sua lista de espera está na sua conta no {app}.',
  codeWorksFor: 'O código vale por {duration}.',
  linkWorksFor: 'O link vale por {duration}.',
  passwordWorksFor: 'A senha temporária vale por {duration}.',
  notAskedFor: 'Se você não pediu isto, pode ignorar esta mensagem. Não a compartilhe com ninguém.',
  notices: {
    passwordChanged: {
      subject: 'Sua senha no {app} foi alterada',
      text: 'A senha da sua conta no {app} foi alterada. Todos os outros dispositivos foram desconectados.',
    },
    emailChanged: {
      subject: 'Seu endereço de e-mail no {app} foi alterado',
      text: 'Sua conta no {app} não tem mais este endereço de e-mail.',
    },
    phoneChanged: {
      subject: 'Seu número de telefone no {app} foi alterado',
      text: 'O número de telefone da sua conta no {app} foi alterado.',
    },
    secondStepChanged: {
      subject: 'A verificação em duas etapas da sua conta no {app} foi alterada',
      text: 'As configurações da verificação em duas etapas da sua conta no {app} foram alteradas.',
    },
  },
  notYou:
    'Se foi você, não precisa fazer nada. Se não foi, abra o site por conta própria, escolha “Esqueceu sua senha?” e defina uma nova senha.',
  confirmed: {
    title: 'Seu endereço de e-mail foi confirmado',
    text: 'Volte à página de onde você veio. Ela faz seu login sozinha.',
  },
  confirmedBefore: { title: 'Seu endereço de e-mail já estava confirmado', text: 'Você já pode fazer login.' },
  linkIsDead: { title: 'Este link não funciona mais', text: 'Peça um novo na página em que você se cadastrou.' },
};
