import type { MessageTexts } from '../message-texts.ts';

export const fr: MessageTexts = {
  signUp: { subject: 'Confirmez votre compte {app}', intro: 'Saisissez ce code pour confirmer votre compte {app} :' },
  signUpLink: { subject: 'Confirmez votre compte {app}', intro: 'Ouvrez ce lien pour confirmer votre compte {app} :' },
  signUpAgain: {
    subject: 'Quelqu’un a voulu s’inscrire sur {app} avec votre adresse',
    intro:
      'Quelqu’un, peut-être vous, a voulu créer un compte {app} avec cette adresse. Vous en avez déjà un : connectez-vous ou choisissez-y un nouveau mot de passe.',
  },
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
  there: {
    subject: 'À télécharger maintenant : {name}',
    intro: 'Vous vouliez savoir quand ce contenu serait disponible : {name}. Téléchargez-le ici :',
  },
  toldOnce: 'C’est le seul message à ce sujet. Votre compte {app} liste tout ce que vous attendez.',
  codeWorksFor: 'Durée de validité du code : {duration}.',
  linkWorksFor: 'Durée de validité du lien : {duration}.',
  passwordWorksFor: 'Durée de validité du mot de passe provisoire : {duration}.',
  notAskedFor: 'Si vous n’avez rien demandé, vous n’avez rien à faire. Ne le communiquez à personne.',
  notices: {
    passwordChanged: {
      subject: 'Votre mot de passe {app} a été modifié',
      text: 'Le mot de passe de votre compte {app} a été modifié. Toutes les autres sessions ouvertes ont été fermées.',
    },
    emailChanged: {
      subject: 'Votre adresse e-mail {app} a été modifiée',
      text: 'Votre compte {app} n’utilise plus cette adresse e-mail.',
    },
    phoneChanged: {
      subject: 'Votre numéro de téléphone {app} a été modifié',
      text: 'Le numéro de téléphone de votre compte {app} a été modifié.',
    },
    secondStepChanged: {
      subject: 'La seconde étape de votre compte {app} a été modifiée',
      text: 'Ce qui est demandé en plus du mot de passe pour vous connecter à {app} a été modifié.',
    },
  },
  notYou:
    'Si c’était vous, vous n’avez rien à faire. Sinon, ouvrez vous-même le site, choisissez « Mot de passe oublié ? » et définissez-en un nouveau.',
  confirmed: {
    title: 'Votre adresse est confirmée',
    text: 'Revenez à la page d’où vous venez : elle vous connecte d’elle-même.',
  },
  confirmedBefore: { title: 'Votre adresse était déjà confirmée', text: 'Vous pouvez vous connecter.' },
  linkIsDead: { title: 'Ce lien ne fonctionne plus', text: 'Demandez-en un nouveau là où vous vous êtes inscrit.' },
};
