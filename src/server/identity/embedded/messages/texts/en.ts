import type { MessageTexts } from '../message-texts.ts';

export const en: MessageTexts = {
  signUp: { subject: 'Confirm your {app} account', intro: 'Enter this code to confirm your {app} account:' },
  signUpLink: { subject: 'Confirm your {app} account', intro: 'Open this link to confirm your {app} account:' },
  signUpAgain: {
    subject: 'Someone tried to sign up for {app} with your email address',
    intro:
      'Someone, maybe you, tried to create a {app} account with this email address. You already have one. Sign in, or choose a new password here:',
  },
  signIn: { subject: 'Your code to sign in to {app}', intro: 'Enter this code to sign in to {app}:' },
  resetPassword: {
    subject: 'Choose a new password for {app}',
    intro: 'Enter this code to choose a new password for {app}:',
  },
  verifyAddress: {
    subject: 'Confirm your recovery option for {app}',
    intro: 'Enter this code to confirm your recovery option:',
  },
  invitation: {
    subject: 'Your {app} account',
    intro: 'A {app} account was created for you. Sign in as {name} with this temporary password, then choose your own:',
  },
  there: {
    subject: 'Ready to download: {name}',
    intro: 'You asked us to notify you when you can download this: {name}. Download it here:',
  },
  toldOnce: 'You won’t get another message about this. Your {app} account has your waiting list.',
  codeWorksFor: 'The code works for {duration}.',
  linkWorksFor: 'The link works for {duration}.',
  passwordWorksFor: 'The temporary password works for {duration}.',
  notAskedFor: 'If you didn’t ask for this, you can ignore this message. Don’t share it with anyone.',
  notices: {
    passwordChanged: {
      subject: 'Your {app} password was changed',
      text: 'The password of your {app} account was changed. All other devices were signed out.',
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
      subject: 'Two-step verification of your {app} account was changed',
      text: 'The two-step verification settings of your {app} account were changed.',
    },
  },
  notYou:
    'If this was you, you don’t need to do anything. If it wasn’t, open the site yourself, choose “Forgot your password?” and set a new password.',
  confirmed: {
    title: 'Your email address is confirmed',
    text: 'Go back to the page you came from. It signs you in by itself.',
  },
  confirmedBefore: { title: 'Your email address was already confirmed', text: 'You can sign in.' },
  linkIsDead: { title: 'This link no longer works', text: 'Request a new one where you signed up.' },
};
