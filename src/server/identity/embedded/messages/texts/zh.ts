import type { MessageTexts } from '../message-texts.ts';

export const zh: MessageTexts = {
  signUp: { subject: '确认您的 {app} 账户', intro: '请输入以下验证码，确认您的 {app} 账户：' },
  signUpLink: { subject: '确认您的 {app} 账户', intro: '请打开以下链接，确认您的 {app} 账户：' },
  signIn: { subject: '您的 {app} 登录验证码', intro: '请输入以下验证码，登录 {app}：' },
  resetPassword: { subject: '为 {app} 设置新密码', intro: '请输入以下验证码，为 {app} 设置新密码：' },
  verifyAddress: { subject: '确认您在 {app} 的联系方式', intro: '请输入以下验证码，确认此联系方式属于您：' },
  invitation: {
    subject: '您的 {app} 账户',
    intro: '已为您创建 {app} 账户。请以 {name} 的身份使用以下临时密码登录，然后设置您自己的密码：',
  },
  codeWorksFor: '验证码在 {duration}内有效。',
  linkWorksFor: '链接在 {duration}内有效。',
  passwordWorksFor: '临时密码在 {duration}内有效。',
  notAskedFor: '如果这不是您本人的操作，则无需理会。请勿告诉任何人。',
  confirmed: { title: '您的地址已确认', text: '请返回原来的页面，系统会自动为您登录。' },
  confirmedBefore: { title: '您的地址此前已确认', text: '您可以登录了。' },
  linkIsDead: { title: '此链接已失效', text: '请在注册页面重新获取链接。' },
};
