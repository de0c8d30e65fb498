import type { MessageTexts } from '../message-texts.ts';

export const fr: MessageTexts = {
  signUp: { subject: 'Confirmez votre compte {app}', intro: 'Saisissez ce code pour confirmer votre compte {app} :' },
  signUpLink: { subject: 'Confirmez votre compte {app}', intro: 'Ouvrez ce lien pour confirmer votre compte {app} :' },
  signIn: { subject: 'Votre code de connexion à {app}', intro: 'Saisissez ce code pour vous connecter à {app} :' },
  resetPassword: {
    subject: 'Choisissez un nouveau mot de passe pour {app}',
    intro: 'Saisissez ce code pour choisir un nouveau mot de passe pour {app} :',
  },
  verifyAddress: {
    subject: 'Confirmez vos coordonnées chez {app}',
    intro: 'Saisissez ce code pour confirmer que ces coordonnées sont les vôtres :',
  },
  invitation: {
    subject: 'Votre compte {app}',
    intro:
      'Un compte {app} a été créé pour vous. Connectez-vous en tant que {name} avec ce mot de passe provisoire, puis choisissez le vôtre :',
  },
  codeWorksFor: 'Durée de validité du code : {duration}.',
  linkWorksFor: 'Durée de validité du lien : {duration}.',
  passwordWorksFor: 'Durée de validité du mot de passe provisoire : {duration}.',
  notAskedFor: 'Si vous n’avez rien demandé, vous n’avez rien à faire. Ne le communiquez à personne.',
  confirmed: {
    title: 'Votre adresse est confirmée',
    text: 'Revenez à la page d’où vous venez : elle vous connecte d’elle-même.',
  },
  confirmedBefore: { title: 'Votre adresse était déjà confirmée', text: 'Vous pouvez vous connecter.' },
  linkIsDead: { title: 'Ce lien ne fonctionne plus', text: 'Demandez-en un nouveau là où vous vous êtes inscrit.' },
};
