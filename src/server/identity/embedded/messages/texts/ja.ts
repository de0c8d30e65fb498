import type { MessageTexts } from '../message-texts.ts';

export const ja: MessageTexts = {
  signUp: {
    subject: '{app} のアカウントの確認',
    intro: '{app} のアカウントを確認するには、次のコードを入力してください。',
  },
  signUpLink: {
    subject: '{app} のアカウントの確認',
    intro: '{app} のアカウントを確認するには、次のリンクを開いてください。',
  },
  signUpAgain: {
    subject: 'お客様のメールアドレスで {app} への登録が試みられました',
    intro:
      'このメールアドレスで {app} のアカウントを作成しようとした人がいます（お客様ご自身かもしれません）。アカウントはすでにあります。次のページでサインインするか、新しいパスワードを設定してください。',
  },
  signIn: {
    subject: '{app} のサインイン用コード',
    intro: '{app} にサインインするには、次のコードを入力してください。',
  },
  resetPassword: {
    subject: '{app} の新しいパスワードの設定',
    intro: '{app} の新しいパスワードを設定するには、次のコードを入力してください。',
  },
  verifyAddress: {
    subject: '{app} の再設定用の連絡先の確認',
    intro: '再設定用の連絡先を確認するには、次のコードを入力してください。',
  },
  invitation: {
    subject: '{app} のアカウントのご案内',
    intro:
      '{app} のアカウントが作成されました。{name} として次の仮パスワードでサインインし、ご自身のパスワードを設定してください。',
  },
  there: {
    subject: 'ダウンロードできます：{name}',
    intro: '通知をご希望のものがダウンロードできるようになりました：{name}。次のリンクからダウンロードできます。',
  },
  toldOnce: 'この件の通知は今回だけです。待機リストは {app} のアカウントで確認できます。',
  codeWorksFor: 'コードの有効期間は {duration}です。',
  linkWorksFor: 'リンクの有効期間は {duration}です。',
  passwordWorksFor: '仮パスワードの有効期間は {duration}です。',
  notAskedFor: 'お心当たりがない場合は、このメッセージを無視してください。内容は誰にも教えないでください。',
  notices: {
    passwordChanged: {
      subject: '{app} のパスワードが変更されました',
      text: '{app} のアカウントのパスワードが変更されました。ほかのデバイスはすべてサインアウトされました。',
    },
    emailChanged: {
      subject: '{app} のメールアドレスが変更されました',
      text: '{app} のアカウントでは、このメールアドレスは使われなくなりました。',
    },
    phoneChanged: {
      subject: '{app} の電話番号が変更されました',
      text: '{app} のアカウントの電話番号が変更されました。',
    },
    secondStepChanged: {
      subject: '{app} のアカウントの 2 段階認証が変更されました',
      text: '{app} のアカウントの 2 段階認証の設定が変更されました。',
    },
  },
  notYou:
    'ご本人による変更であれば、何もする必要はありません。お心当たりがない場合は、ご自身でサイトを開き、「パスワードをお忘れですか？」から新しいパスワードを設定してください。',
  confirmed: { title: 'メールアドレスを確認しました', text: '元のページに戻ってください。自動的にサインインします。' },
  confirmedBefore: { title: 'このメールアドレスは確認済みです', text: 'サインインできます。' },
  linkIsDead: { title: 'このリンクはもう使えません', text: '登録したページから、新しいリンクを受け取ってください。' },
};
