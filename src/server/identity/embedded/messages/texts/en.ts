import type { MessageTexts } from '../message-texts.ts';

export const en: MessageTexts = {
  signUp: { subject: 'Confirm your {app} account', intro: 'Enter this code to confirm your {app} account:' },
  signUpLink: { subject: 'Confirm your {app} account', intro: 'Open this link to confirm your {app} account:' },
  signUpAgain: {
    subject: 'Somebody tried to sign up at {app} with your address',
    intro:
      'Somebody, maybe you, tried to make an account at {app} with this address. You have one already: sign in with it, or choose a new password there.',
  },
  signIn: { subject: 'Your code to sign in to {app}', intro: 'Enter this code to sign in to {app}:' },
  resetPassword: {
    subject: 'Choose a new password for {app}',
    intro: 'Enter this code to choose a new password for {app}:',
  },
  verifyAddress: {
    subject: 'Confirm your contact details at {app}',
    intro: 'Enter this code to confirm that these contact details are yours:',
  },
  invitation: {
    subject: 'Your account at {app}',
    intro:
      'An account at {app} has been made for you. Sign in as {name} with this temporary password, and then choose your own:',
  },
  there: {
    subject: 'Ready to download: {name}',
    intro: 'You asked to be told when this can be downloaded: {name}. Get it here:',
  },
  toldOnce: 'This is the only message about it. Your account on {app} lists everything you’re waiting for.',
  codeWorksFor: 'The code works for {duration}.',
  linkWorksFor: 'The link works for {duration}.',
  passwordWorksFor: 'The temporary password works for {duration}.',
  notAskedFor: 'If you did not ask for this, you need not do anything. Give it to nobody.',
  notices: {
    passwordChanged: {
      subject: 'Your {app} password was changed',
      text: 'The password of your {app} account was changed. Everybody else who was signed in to it was signed out.',
    },
    emailChanged: {
      subject: 'Your {app} email address was changed',
      text: 'Your {app} account no longer has this email address.',
    },
    phoneChanged: {
      subject: 'Your {app} phone number was changed',
      text: 'The phone number of your {app} account was changed.',
    },
    secondStepChanged: {
      subject: 'The second step of your {app} account was changed',
      text: 'What is asked besides the password when you sign in to {app} was changed.',
    },
  },
  notYou:
    'If this was you, you need not do anything. If not, open the site yourself, choose “Forgot your password?” and set a new one.',
  confirmed: {
    title: 'Your address is confirmed',
    text: 'Go back to the page that you came from: it signs you in by itself.',
  },
  confirmedBefore: { title: 'Your address was confirmed already', text: 'You can sign in.' },
  linkIsDead: { title: 'This link does not work any more', text: 'Ask for a new one where you signed up.' },
};
