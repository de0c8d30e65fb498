import type { MessageTexts } from '../message-texts.ts';

export const zh: MessageTexts = {
  signUp: { subject: '确认您的 {app} 账户', intro: '请输入以下验证码，确认您的 {app} 账户：' },
  signUpLink: { subject: '确认您的 {app} 账户', intro: '请打开以下链接，确认您的 {app} 账户：' },
  signUpAgain: {
    subject: '有人试图用您的电子邮箱地址注册 {app}',
    intro: '有人（可能就是您本人）试图用此电子邮箱地址创建 {app} 账户。您已经有账户了。请在此登录，或设置新密码：',
  },
  signIn: { subject: '您的 {app} 登录验证码', intro: '请输入以下验证码，登录 {app}：' },
  resetPassword: { subject: '为 {app} 设置新密码', intro: '请输入以下验证码，为 {app} 设置新密码：' },
  verifyAddress: { subject: '确认您在 {app} 的账户恢复方式', intro: '请输入以下验证码，确认您的账户恢复方式：' },
  invitation: {
    subject: '您的 {app} 账户',
    intro: '已为您创建 {app} 账户。请以 {name} 的身份使用以下临时密码登录，然后设置您自己的密码：',
  },
  there: {
    subject: '现在可以下载：{name}',
    intro: '您要求我们在可以下载时通知您：{name}。请在此下载：',
  },
  toldOnce: '我们不会再就此发送消息。您的等待列表可在 {app} 账户中查看。',
  codeWorksFor: '验证码在 {duration}内有效。',
  linkWorksFor: '链接在 {duration}内有效。',
  passwordWorksFor: '临时密码在 {duration}内有效。',
  notAskedFor: '如果这不是您本人的操作，请忽略此消息。请勿将其告诉任何人。',
  notices: {
    passwordChanged: {
      subject: '您的 {app} 密码已更改',
      text: '您的 {app} 账户密码已更改，其他所有设备均已退出登录。',
    },
    emailChanged: { subject: '您的 {app} 电子邮箱地址已更改', text: '您的 {app} 账户不再使用此电子邮箱地址。' },
    phoneChanged: { subject: '您的 {app} 电话号码已更改', text: '您的 {app} 账户的电话号码已更改。' },
    secondStepChanged: {
      subject: '您的 {app} 账户的两步验证已更改',
      text: '您的 {app} 账户的两步验证设置已更改。',
    },
  },
  notYou: '如果是您本人操作，则无需采取任何行动。如果不是，请自行打开网站，选择“忘记密码？”并设置新密码。',
  confirmed: { title: '您的电子邮箱地址已确认', text: '请返回原来的页面，系统会自动为您登录。' },
  confirmedBefore: { title: '您的电子邮箱地址此前已确认', text: '您可以登录了。' },
  linkIsDead: { title: '此链接已失效', text: '请回到注册的地方重新获取链接。' },
};
