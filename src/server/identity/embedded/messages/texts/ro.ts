import type { MessageTexts } from '../message-texts.ts';

export const ro: MessageTexts = {
  signUp: { subject: 'Confirmă-ți contul {app}', intro: 'Introdu acest cod ca să îți confirmi contul {app}:' },
  signUpLink: { subject: 'Confirmă-ți contul {app}', intro: 'Deschide acest link ca să îți confirmi contul {app}:' },
  signUpAgain: {
    subject: 'Cineva a încercat să se înregistreze la {app} cu adresa ta de e-mail',
    intro:
      'Cineva, poate chiar tu, a încercat să creeze un cont {app} cu această adresă de e-mail. Ai deja unul. Conectează-te sau alege o parolă nouă aici:',
  },
  signIn: { subject: 'Codul tău de conectare la {app}', intro: 'Introdu acest cod ca să te conectezi la {app}:' },
  resetPassword: {
    subject: 'Alege o parolă nouă pentru {app}',
    intro: 'Introdu acest cod ca să alegi o parolă nouă pentru {app}:',
  },
  verifyAddress: {
    subject: 'Confirmă-ți opțiunea de recuperare pentru {app}',
    intro: 'Introdu acest cod ca să îți confirmi opțiunea de recuperare:',
  },
  invitation: {
    subject: 'Contul tău {app}',
    intro:
      'A fost creat un cont {app} pentru tine. Conectează-te ca {name} cu această parolă temporară, apoi alege-ți propria parolă:',
  },
  there: {
    subject: 'Gata de descărcat: {name}',
    intro: 'Ne-ai cerut să te anunțăm când poți descărca asta: {name}. Descarcă de aici:',
  },
  toldOnce: 'Nu vei mai primi alt mesaj despre asta. Lista ta de așteptare este în contul tău {app}.',
  codeWorksFor: 'Codul este valabil {duration}.',
  linkWorksFor: 'Linkul este valabil {duration}.',
  passwordWorksFor: 'Parola temporară este valabilă {duration}.',
  notAskedFor: 'Dacă nu tu ai cerut asta, poți ignora mesajul. Nu îl trimite nimănui.',
  notices: {
    passwordChanged: {
      subject: 'Parola contului tău {app} a fost schimbată',
      text: 'Parola contului tău {app} a fost schimbată. Toate celelalte dispozitive au fost deconectate.',
    },
    emailChanged: {
      subject: 'Adresa de e-mail a contului tău {app} a fost schimbată',
      text: 'Contul tău {app} nu mai are această adresă de e-mail.',
    },
    phoneChanged: {
      subject: 'Numărul de telefon al contului tău {app} a fost schimbat',
      text: 'Numărul de telefon al contului tău {app} a fost schimbat.',
    },
    secondStepChanged: {
      subject: 'Verificarea în doi pași a contului tău {app} a fost schimbată',
      text: 'Setările verificării în doi pași ale contului tău {app} au fost schimbate.',
    },
  },
  notYou:
    'Dacă ai fost tu, nu trebuie să faci nimic. Dacă nu, deschide tu site-ul, alege „Ai uitat parola?” și setează o parolă nouă.',
  confirmed: {
    title: 'Adresa ta de e-mail este confirmată',
    text: 'Întoarce-te la pagina de la care ai venit. Aceasta te conectează automat.',
  },
  confirmedBefore: { title: 'Adresa ta de e-mail era deja confirmată', text: 'Te poți conecta.' },
  linkIsDead: {
    title: 'Acest link nu mai funcționează',
    text: 'Cere unul nou de pe pagina pe care te-ai înregistrat.',
  },
};
