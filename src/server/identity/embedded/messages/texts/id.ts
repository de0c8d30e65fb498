import type { MessageTexts } from '../message-texts.ts';

export const id: MessageTexts = {
  signUp: { subject: 'Konfirmasi akun {app} Anda', intro: 'Masukkan kode ini untuk mengonfirmasi akun {app} Anda:' },
  signUpLink: { subject: 'Konfirmasi akun {app} Anda', intro: 'Buka link ini untuk mengonfirmasi akun {app} Anda:' },
  signUpAgain: {
    subject: 'Seseorang mencoba mendaftar di {app} dengan alamat email Anda',
    intro:
      'Seseorang, mungkin Anda sendiri, mencoba membuat akun {app} dengan alamat email ini. Anda sudah punya akun. Masuk, atau buat kata sandi baru di sini:',
  },
  signIn: { subject: 'Kode login {app} Anda', intro: 'Masukkan kode ini untuk masuk ke {app}:' },
  resetPassword: {
    subject: 'Buat kata sandi baru untuk {app}',
    intro: 'Masukkan kode ini untuk membuat kata sandi baru untuk {app}:',
  },
  verifyAddress: {
    subject: 'Verifikasi opsi pemulihan Anda di {app}',
    intro: 'Masukkan kode ini untuk memverifikasi opsi pemulihan Anda:',
  },
  invitation: {
    subject: 'Akun {app} Anda',
    intro:
      'Akun {app} sudah dibuat untuk Anda. Masuk sebagai {name} dengan kata sandi sementara ini, lalu buat kata sandi Anda sendiri:',
  },
  there: {
    subject: 'Siap diunduh: {name}',
    intro: 'Anda minta diberi tahu jika ini sudah bisa diunduh: {name}. Unduh di sini:',
  },
  toldOnce: 'Anda tidak akan menerima pesan lain tentang ini. Daftar tunggu Anda ada di akun {app} Anda.',
  codeWorksFor: 'Kode ini berlaku selama {duration}.',
  linkWorksFor: 'Link ini berlaku selama {duration}.',
  passwordWorksFor: 'Kata sandi sementara ini berlaku selama {duration}.',
  notAskedFor: 'Jika Anda tidak memintanya, abaikan saja pesan ini. Jangan berikan kepada siapa pun.',
  notices: {
    passwordChanged: {
      subject: 'Kata sandi {app} Anda sudah diubah',
      text: 'Kata sandi akun {app} Anda sudah diubah. Semua perangkat lain sudah dikeluarkan dari akun.',
    },
    emailChanged: {
      subject: 'Alamat email {app} Anda sudah diubah',
      text: 'Akun {app} Anda tidak lagi memakai alamat email ini.',
    },
    phoneChanged: {
      subject: 'Nomor telepon {app} Anda sudah diubah',
      text: 'Nomor telepon akun {app} Anda sudah diubah.',
    },
    secondStepChanged: {
      subject: 'Verifikasi dua langkah akun {app} Anda sudah diubah',
      text: 'Pengaturan verifikasi dua langkah akun {app} Anda sudah diubah.',
    },
  },
  notYou:
    'Jika itu Anda, Anda tidak perlu melakukan apa pun. Jika bukan, buka sendiri situsnya, pilih “Lupa kata sandi?”, dan buat kata sandi baru.',
  confirmed: {
    title: 'Alamat email Anda sudah dikonfirmasi',
    text: 'Kembali ke halaman sebelumnya. Anda akan login secara otomatis di sana.',
  },
  confirmedBefore: { title: 'Alamat email Anda sudah pernah dikonfirmasi', text: 'Anda bisa masuk.' },
  linkIsDead: { title: 'Link ini sudah tidak berlaku', text: 'Minta link baru di halaman tempat Anda mendaftar.' },
};
