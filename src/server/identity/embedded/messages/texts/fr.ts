import type { MessageTexts } from '../message-texts.ts';

export const fr: MessageTexts = {
  signUp: { subject: 'Confirmez votre compte {app}', intro: 'Saisissez ce code pour confirmer votre compte {app} :' },
  signUpLink: { subject: 'Confirmez votre compte {app}', intro: 'Ouvrez ce lien pour confirmer votre compte {app} :' },
  signUpAgain: {
    subject: 'Quelqu’un a essayé de s’inscrire sur {app} avec votre adresse e-mail',
    intro:
      'Quelqu’un, peut-être vous, a essayé de créer un compte {app} avec cette adresse e-mail. Vous en avez déjà un. Connectez-vous, ou choisissez un nouveau mot de passe ici :',
  },
  signIn: { subject: 'Votre code de connexion à {app}', intro: 'Saisissez ce code pour vous connecter à {app} :' },
  resetPassword: {
    subject: 'Choisissez un nouveau mot de passe pour {app}',
    intro: 'Saisissez ce code pour choisir votre nouveau mot de passe {app} :',
  },
  verifyAddress: {
    subject: 'Confirmez votre moyen de récupération {app}',
    intro: 'Saisissez ce code pour confirmer votre moyen de récupération :',
  },
  invitation: {
    subject: 'Votre compte {app}',
    intro:
      'Un compte {app} a été créé pour vous. Connectez-vous en tant que {name} avec ce mot de passe provisoire, puis choisissez le vôtre :',
  },
  there: {
    subject: 'Prêt à télécharger : {name}',
    intro:
      'Vous nous avez demandé de vous prévenir quand vous pourriez télécharger ce contenu : {name}. Téléchargez-le ici :',
  },
  toldOnce: 'Vous ne recevrez pas d’autre message à ce sujet. Votre liste d’attente se trouve dans votre compte {app}.',
  codeWorksFor: 'Durée de validité du code : {duration}.',
  linkWorksFor: 'Durée de validité du lien : {duration}.',
  passwordWorksFor: 'Durée de validité du mot de passe provisoire : {duration}.',
  notAskedFor: 'Si vous n’avez rien demandé, vous pouvez ignorer ce message. Ne le communiquez à personne.',
  notices: {
    passwordChanged: {
      subject: 'Votre mot de passe {app} a été modifié',
      text: 'Le mot de passe de votre compte {app} a été modifié. Tous les autres appareils ont été déconnectés.',
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
      subject: 'La validation en deux étapes de votre compte {app} a été modifiée',
      text: 'Les réglages de la validation en deux étapes de votre compte {app} ont été modifiés.',
    },
  },
  notYou:
    'Si c’était vous, vous n’avez rien à faire. Sinon, ouvrez vous-même le site, choisissez « Mot de passe oublié ? » et définissez-en un nouveau.',
  confirmed: {
    title: 'Votre adresse e-mail est confirmée',
    text: 'Revenez à la page que vous aviez ouverte. Elle vous connecte automatiquement.',
  },
  confirmedBefore: { title: 'Votre adresse e-mail était déjà confirmée', text: 'Vous pouvez vous connecter.' },
  linkIsDead: { title: 'Ce lien ne fonctionne plus', text: 'Demandez-en un nouveau là où vous vous êtes inscrit.' },
};
