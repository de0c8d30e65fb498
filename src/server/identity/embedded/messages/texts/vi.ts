import type { MessageTexts } from '../message-texts.ts';

export const vi: MessageTexts = {
  signUp: { subject: 'Xác nhận tài khoản {app} của bạn', intro: 'Nhập mã này để xác nhận tài khoản {app} của bạn:' },
  signUpLink: {
    subject: 'Xác nhận tài khoản {app} của bạn',
    intro: 'Mở liên kết này để xác nhận tài khoản {app} của bạn:',
  },
  signUpAgain: {
    subject: 'Có người đã thử đăng ký {app} bằng địa chỉ của bạn',
    intro:
      'Có người, có thể là bạn, đã thử tạo tài khoản {app} bằng địa chỉ này. Bạn đã có tài khoản: hãy đăng nhập hoặc đặt mật khẩu mới tại đó.',
  },
  signIn: { subject: 'Mã đăng nhập {app} của bạn', intro: 'Nhập mã này để đăng nhập vào {app}:' },
  resetPassword: { subject: 'Chọn mật khẩu mới cho {app}', intro: 'Nhập mã này để chọn mật khẩu mới cho {app}:' },
  verifyAddress: {
    subject: 'Xác nhận thông tin liên hệ của bạn tại {app}',
    intro: 'Nhập mã này để xác nhận thông tin liên hệ này là của bạn:',
  },
  invitation: {
    subject: 'Tài khoản {app} của bạn',
    intro:
      'Một tài khoản {app} đã được tạo cho bạn. Hãy đăng nhập với tên {name} và mật khẩu tạm thời này, rồi chọn mật khẩu của riêng bạn:',
  },
  there: {
    subject: 'Đã có thể tải xuống: {name}',
    intro: 'Bạn muốn được báo khi nội dung này có thể tải xuống: {name}. Tải tại đây:',
  },
  toldOnce: 'Đây là thư duy nhất về nội dung này. Mọi thứ bạn đang chờ đều có trong tài khoản {app} của bạn.',
  codeWorksFor: 'Mã có hiệu lực trong {duration}.',
  linkWorksFor: 'Liên kết có hiệu lực trong {duration}.',
  passwordWorksFor: 'Mật khẩu tạm thời có hiệu lực trong {duration}.',
  notAskedFor: 'Nếu bạn không yêu cầu điều này, bạn không cần làm gì. Đừng đưa cho bất kỳ ai.',
  notices: {
    passwordChanged: {
      subject: 'Mật khẩu {app} của bạn đã được thay đổi',
      text: 'Mật khẩu của tài khoản {app} của bạn đã được thay đổi. Mọi phiên đăng nhập khác đã bị đăng xuất.',
    },
    emailChanged: {
      subject: 'Địa chỉ email {app} của bạn đã được thay đổi',
      text: 'Tài khoản {app} của bạn không còn dùng địa chỉ email này.',
    },
    phoneChanged: {
      subject: 'Số điện thoại {app} của bạn đã được thay đổi',
      text: 'Số điện thoại của tài khoản {app} của bạn đã được thay đổi.',
    },
    secondStepChanged: {
      subject: 'Bước thứ hai của tài khoản {app} đã được thay đổi',
      text: 'Bước được yêu cầu ngoài mật khẩu khi bạn đăng nhập vào {app} đã được thay đổi.',
    },
  },
  notYou:
    'Nếu đó là bạn, bạn không cần làm gì. Nếu không, hãy tự mở trang web, chọn “Quên mật khẩu?” và đặt mật khẩu mới.',
  confirmed: {
    title: 'Địa chỉ của bạn đã được xác nhận',
    text: 'Hãy quay lại trang trước đó: bạn sẽ được đăng nhập tự động.',
  },
  confirmedBefore: { title: 'Địa chỉ của bạn đã được xác nhận từ trước', text: 'Bạn có thể đăng nhập.' },
  linkIsDead: { title: 'Liên kết này không còn hiệu lực', text: 'Hãy yêu cầu liên kết mới tại trang bạn đã đăng ký.' },
};
