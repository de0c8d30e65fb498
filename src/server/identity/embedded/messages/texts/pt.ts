import type { MessageTexts } from '../message-texts.ts';

export const pt: MessageTexts = {
  signUp: { subject: 'Confirme sua conta no {app}', intro: 'Digite este código para confirmar sua conta no {app}:' },
  signUpLink: { subject: 'Confirme sua conta no {app}', intro: 'Abra este link para confirmar sua conta no {app}:' },
  signUpAgain: {
    subject: 'Alguém tentou se cadastrar no {app} com o seu endereço',
    intro:
      'Alguém, talvez você, tentou criar uma conta no {app} com este endereço. Você já tem uma: entre nela ou escolha ali uma nova senha.',
  },
  signIn: { subject: 'Seu código para entrar no {app}', intro: 'Digite este código para entrar no {app}:' },
  resetPassword: {
    subject: 'Escolha uma nova senha para o {app}',
    intro: 'Digite este código para escolher uma nova senha para o {app}:',
  },
  verifyAddress: {
    subject: 'Confirme seu contato no {app}',
    intro: 'Digite este código para confirmar que este contato é seu:',
  },
  invitation: {
    subject: 'Sua conta no {app}',
    intro:
      'Uma conta no {app} foi criada para você. Entre como {name} com esta senha temporária e depois escolha a sua:',
  },
  there: {
    subject: 'Pronto para baixar: {name}',
    intro: 'Você pediu para saber quando isto pudesse ser baixado: {name}. Baixe aqui:',
  },
  toldOnce: 'Esta é a única mensagem sobre isso. Sua conta do {app} mostra tudo o que você está esperando.',
  codeWorksFor: 'O código vale por {duration}.',
  linkWorksFor: 'O link vale por {duration}.',
  passwordWorksFor: 'A senha temporária vale por {duration}.',
  notAskedFor: 'Se você não pediu isto, não precisa fazer nada. Não o passe a ninguém.',
  notices: {
    passwordChanged: {
      subject: 'Sua senha do {app} foi alterada',
      text: 'A senha da sua conta no {app} foi alterada. Todos os outros acessos a ela foram encerrados.',
    },
    emailChanged: {
      subject: 'Seu e-mail do {app} foi alterado',
      text: 'Sua conta no {app} não usa mais este endereço de e-mail.',
    },
    phoneChanged: {
      subject: 'Seu telefone do {app} foi alterado',
      text: 'O número de telefone da sua conta no {app} foi alterado.',
    },
    secondStepChanged: {
      subject: 'A segunda etapa da sua conta no {app} foi alterada',
      text: 'O que é pedido além da senha quando você entra no {app} foi alterado.',
    },
  },
  notYou:
    'Se foi você, não precisa fazer nada. Se não foi, abra o site por conta própria, escolha “Esqueceu a senha?” e defina uma nova.',
  confirmed: {
    title: 'Seu endereço foi confirmado',
    text: 'Volte à página de onde você veio: ela entra na sua conta sozinha.',
  },
  confirmedBefore: { title: 'Seu endereço já estava confirmado', text: 'Você já pode entrar.' },
  linkIsDead: { title: 'Este link não funciona mais', text: 'Peça um novo na página em que você se cadastrou.' },
};
