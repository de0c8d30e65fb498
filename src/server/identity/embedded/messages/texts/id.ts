import type { MessageTexts } from '../message-texts.ts';

export const id: MessageTexts = {
  signUp: { subject: 'Konfirmasi akun {app} Anda', intro: 'Masukkan kode ini untuk mengonfirmasi akun {app} Anda:' },
  signUpLink: { subject: 'Konfirmasi akun {app} Anda', intro: 'Buka tautan ini untuk mengonfirmasi akun {app} Anda:' },
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
  codeWorksFor: 'Kode ini berlaku selama {duration}.',
  linkWorksFor: 'Tautan ini berlaku selama {duration}.',
  passwordWorksFor: 'Kata sandi sementara ini berlaku selama {duration}.',
  notAskedFor: 'Jika Anda tidak memintanya, Anda tidak perlu melakukan apa pun. Jangan berikan kepada siapa pun.',
  confirmed: {
    title: 'Alamat Anda sudah dikonfirmasi',
    text: 'Kembali ke halaman tempat Anda mendaftar: Anda akan masuk secara otomatis.',
  },
  confirmedBefore: { title: 'Alamat Anda sudah pernah dikonfirmasi', text: 'Anda dapat masuk.' },
  linkIsDead: { title: 'Tautan ini tidak berlaku lagi', text: 'Minta tautan baru di halaman tempat Anda mendaftar.' },
};
