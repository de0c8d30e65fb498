import type { MessageTexts } from '../message-texts.ts';

export const id: MessageTexts = {
  signUp: { subject: 'Konfirmasi akun {app} Anda', intro: 'Masukkan kode ini untuk mengonfirmasi akun {app} Anda:' },
  signUpLink: { subject: 'Konfirmasi akun {app} Anda', intro: 'Buka tautan ini untuk mengonfirmasi akun {app} Anda:' },
  signUpAgain: {
    subject: 'Seseorang mencoba mendaftar di {app} dengan alamat Anda',
    intro:
      'Seseorang, mungkin Anda sendiri, mencoba membuat akun {app} dengan alamat ini. Anda sudah memilikinya: masuklah, atau buat kata sandi baru di sana.',
  },
  signIn: { subject: 'Kode masuk {app} Anda', intro: 'Masukkan kode ini untuk masuk ke {app}:' },
  resetPassword: {
    subject: 'Pilih kata sandi baru untuk {app}',
    intro: 'Masukkan kode ini untuk memilih kata sandi baru untuk {app}:',
  },
  verifyAddress: {
    subject: 'Konfirmasi kontak Anda di {app}',
    intro: 'Masukkan kode ini untuk mengonfirmasi bahwa kontak ini milik Anda:',
  },
  invitation: {
    subject: 'Akun {app} Anda',
    intro:
      'Sebuah akun {app} telah dibuat untuk Anda. Masuklah sebagai {name} dengan kata sandi sementara ini, lalu pilih kata sandi Anda sendiri:',
  },
  there: {
    subject: 'Siap diunduh: {name}',
    intro: 'Anda ingin diberi tahu saat ini dapat diunduh: {name}. Unduh di sini:',
  },
  toldOnce: 'Ini satu-satunya pesan tentang hal ini. Semua yang Anda tunggu ada di akun {app} Anda.',
  codeWorksFor: 'Kode ini berlaku selama {duration}.',
  linkWorksFor: 'Tautan ini berlaku selama {duration}.',
  passwordWorksFor: 'Kata sandi sementara ini berlaku selama {duration}.',
  notAskedFor: 'Jika Anda tidak memintanya, Anda tidak perlu melakukan apa pun. Jangan berikan kepada siapa pun.',
  notices: {
    passwordChanged: {
      subject: 'Kata sandi {app} Anda telah diubah',
      text: 'Kata sandi akun {app} Anda telah diubah. Semua sesi masuk lainnya telah dikeluarkan.',
    },
    emailChanged: {
      subject: 'Alamat email {app} Anda telah diubah',
      text: 'Akun {app} Anda tidak lagi memakai alamat email ini.',
    },
    phoneChanged: {
      subject: 'Nomor telepon {app} Anda telah diubah',
      text: 'Nomor telepon akun {app} Anda telah diubah.',
    },
    secondStepChanged: {
      subject: 'Langkah kedua akun {app} Anda telah diubah',
      text: 'Yang diminta selain kata sandi saat Anda masuk ke {app} telah diubah.',
    },
  },
  notYou:
    'Jika itu Anda, Anda tidak perlu melakukan apa pun. Jika bukan, buka sendiri situsnya, pilih “Lupa kata sandi?” dan buat kata sandi baru.',
  confirmed: {
    title: 'Alamat Anda sudah dikonfirmasi',
    text: 'Kembali ke halaman tempat Anda mendaftar: Anda akan masuk secara otomatis.',
  },
  confirmedBefore: { title: 'Alamat Anda sudah pernah dikonfirmasi', text: 'Anda dapat masuk.' },
  linkIsDead: { title: 'Tautan ini tidak berlaku lagi', text: 'Minta tautan baru di halaman tempat Anda mendaftar.' },
};
