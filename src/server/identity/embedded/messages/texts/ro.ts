import type { MessageTexts } from '../message-texts.ts';

export const ro: MessageTexts = {
  signUp: { subject: 'Confirmă-ți contul {app}', intro: 'Introdu acest cod ca să îți confirmi contul {app}:' },
  signUpLink: { subject: 'Confirmă-ți contul {app}', intro: 'Deschide acest link ca să îți confirmi contul {app}:' },
  signUpAgain: {
    subject: 'Cineva a încercat să se înregistreze la {app} cu adresa ta',
    intro:
      'Cineva, poate chiar tu, a încercat să creeze un cont {app} cu această adresă. Ai deja unul: autentifică-te sau alege acolo o parolă nouă.',
  },
  signIn: { subject: 'Codul tău de autentificare la {app}', intro: 'Introdu acest cod ca să te autentifici la {app}:' },
  resetPassword: {
    subject: 'Alege o parolă nouă pentru {app}',
    intro: 'Introdu acest cod ca să alegi o parolă nouă pentru {app}:',
  },
  verifyAddress: {
    subject: 'Confirmă-ți datele de contact la {app}',
    intro: 'Introdu acest cod ca să confirmi că aceste date de contact sunt ale tale:',
  },
  invitation: {
    subject: 'Contul tău {app}',
    intro:
      'A fost creat un cont {app} pentru tine. Autentifică-te ca {name} cu această parolă temporară, apoi alege-o pe a ta:',
  },
  there: {
    subject: 'Se poate descărca: {name}',
    intro: 'Ai cerut să afli când se poate descărca: {name}. Ia-l de aici:',
  },
  toldOnce: 'Acesta este singurul mesaj despre el. În contul tău {app} vezi tot ce aștepți.',
  codeWorksFor: 'Codul este valabil {duration}.',
  linkWorksFor: 'Linkul este valabil {duration}.',
  passwordWorksFor: 'Parola temporară este valabilă {duration}.',
  notAskedFor: 'Dacă nu tu ai cerut acest mesaj, nu trebuie să faci nimic. Nu îl da nimănui.',
  notices: {
    passwordChanged: {
      subject: 'Parola ta {app} a fost schimbată',
      text: 'Parola contului tău {app} a fost schimbată. Toate celelalte sesiuni au fost închise.',
    },
    emailChanged: {
      subject: 'Adresa ta de e-mail {app} a fost schimbată',
      text: 'Contul tău {app} nu mai folosește această adresă de e-mail.',
    },
    phoneChanged: {
      subject: 'Numărul tău de telefon {app} a fost schimbat',
      text: 'Numărul de telefon al contului tău {app} a fost schimbat.',
    },
    secondStepChanged: {
      subject: 'Al doilea pas al contului tău {app} a fost schimbat',
      text: 'Ce se cere pe lângă parolă când te autentifici la {app} a fost schimbat.',
    },
  },
  notYou:
    'Dacă ai fost tu, nu trebuie să faci nimic. Dacă nu, deschide singur site-ul, alege „Ai uitat parola?” și stabilește una nouă.',
  confirmed: {
    title: 'Adresa ta este confirmată',
    text: 'Întoarce-te la pagina de la care ai venit: te conectează singură.',
  },
  confirmedBefore: { title: 'Adresa ta era deja confirmată', text: 'Te poți conecta.' },
  linkIsDead: { title: 'Acest link nu mai funcționează', text: 'Cere unul nou pe pagina pe care ți-ai creat contul.' },
};
