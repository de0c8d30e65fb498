import type { MessageTexts } from '../message-texts.ts';

export const vi: MessageTexts = {
  signUp: { subject: 'Xác nhận tài khoản {app} của bạn', intro: 'Nhập mã này để xác nhận tài khoản {app} của bạn:' },
  signUpLink: {
    subject: 'Xác nhận tài khoản {app} của bạn',
    intro: 'Mở liên kết này để xác nhận tài khoản {app} của bạn:',
  },
  signUpAgain: {
    subject: 'Có người đã thử đăng ký {app} bằng địa chỉ email của bạn',
    intro:
      'Có người, có thể là bạn, đã thử tạo tài khoản {app} bằng địa chỉ email này. Bạn đã có tài khoản. Hãy đăng nhập hoặc đặt mật khẩu mới tại đây:',
  },
  signIn: { subject: 'Mã đăng nhập {app} của bạn', intro: 'Nhập mã này để đăng nhập vào {app}:' },
  resetPassword: { subject: 'Đặt mật khẩu mới cho {app}', intro: 'Nhập mã này để đặt mật khẩu mới cho {app}:' },
  verifyAddress: {
    subject: 'Xác minh thông tin khôi phục của bạn tại {app}',
    intro: 'Nhập mã này để xác minh thông tin khôi phục của bạn:',
  },
  invitation: {
    subject: 'Tài khoản {app} của bạn',
    intro:
      'Một tài khoản {app} đã được tạo cho bạn. Hãy đăng nhập với tên {name} và mật khẩu tạm thời này, rồi đặt mật khẩu của riêng bạn:',
  },
  there: {
    subject: 'Sẵn sàng tải xuống: {name}',
    intro: 'Bạn đã yêu cầu chúng tôi báo khi tải được nội dung này: {name}. Hãy tải tại đây:',
  },
  toldOnce: 'Bạn sẽ không nhận thêm thông báo nào về nội dung này. Danh sách chờ nằm trong tài khoản {app} của bạn.',
  codeWorksFor: 'Mã có hiệu lực trong {duration}.',
  linkWorksFor: 'Liên kết có hiệu lực trong {duration}.',
  passwordWorksFor: 'Mật khẩu tạm thời có hiệu lực trong {duration}.',
  notAskedFor: 'Nếu bạn không yêu cầu, hãy bỏ qua tin này. Đừng chia sẻ nội dung này với bất kỳ ai.',
  notices: {
    passwordChanged: {
      subject: 'Mật khẩu {app} của bạn đã được thay đổi',
      text: 'Mật khẩu của tài khoản {app} của bạn đã được thay đổi. Mọi thiết bị khác đã bị đăng xuất.',
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
      subject: 'Xác minh 2 bước của tài khoản {app} đã được thay đổi',
      text: 'Cài đặt xác minh 2 bước của tài khoản {app} của bạn đã được thay đổi.',
    },
  },
  notYou:
    'Nếu đó là bạn, bạn không cần làm gì. Nếu không, hãy tự mở trang web, chọn “Quên mật khẩu?” và đặt mật khẩu mới.',
  confirmed: {
    title: 'Địa chỉ email của bạn đã được xác nhận',
    text: 'Hãy quay lại trang trước đó. Bạn sẽ được đăng nhập tự động.',
  },
  confirmedBefore: { title: 'Địa chỉ email của bạn đã được xác nhận từ trước', text: 'Bạn có thể đăng nhập.' },
  linkIsDead: { title: 'Liên kết này không còn hiệu lực', text: 'Hãy yêu cầu liên kết mới tại trang bạn đã đăng ký.' },
};
