import type { MessageTexts } from '../message-texts.ts';

export const ko: MessageTexts = {
  signUp: { subject: '{app} 계정 확인', intro: '{app} 계정을 확인하려면 다음 코드를 입력하세요.' },
  signUpLink: { subject: '{app} 계정 확인', intro: '{app} 계정을 확인하려면 다음 링크를 여세요.' },
  signUpAgain: {
    subject: '누군가 회원님의 이메일 주소로 {app}에 가입하려고 했습니다',
    intro:
      '누군가 이 이메일 주소로 {app} 계정을 만들려고 했습니다. 본인일 수도 있습니다. 이 주소로 만든 계정이 이미 있습니다. 다음 링크에서 로그인하거나 새 비밀번호를 설정하세요.',
  },
  signIn: { subject: '{app} 로그인 코드', intro: '{app}에 로그인하려면 다음 코드를 입력하세요.' },
  resetPassword: {
    subject: '{app} 새 비밀번호 설정',
    intro: '{app}의 새 비밀번호를 설정하려면 다음 코드를 입력하세요.',
  },
  verifyAddress: {
    subject: '{app} 계정 복구 수단 확인',
    intro: '계정 복구 수단을 확인하려면 다음 코드를 입력하세요.',
  },
  invitation: {
    subject: '{app} 계정 안내',
    intro:
      '회원님을 위한 {app} 계정이 만들어졌습니다. {name} 계정과 다음 임시 비밀번호로 로그인한 뒤 본인만의 비밀번호를 정하세요.',
  },
  there: {
    subject: '다운로드할 수 있습니다: {name}',
    intro: '알림을 요청하신 콘텐츠를 이제 다운로드할 수 있습니다: {name}. 다음 링크에서 다운로드하세요.',
  },
  toldOnce: '이 콘텐츠에 대한 알림은 한 번만 보냅니다. 대기 목록은 {app} 계정에서 볼 수 있습니다.',
  codeWorksFor: '코드는 {duration} 동안 유효합니다.',
  linkWorksFor: '링크는 {duration} 동안 유효합니다.',
  passwordWorksFor: '임시 비밀번호는 {duration} 동안 유효합니다.',
  notAskedFor: '요청하신 적이 없다면 이 메시지를 무시하셔도 됩니다. 내용은 아무에게도 알려 주지 마세요.',
  notices: {
    passwordChanged: {
      subject: '{app} 비밀번호가 변경되었습니다',
      text: '{app} 계정의 비밀번호가 변경되었습니다. 다른 기기에서는 모두 로그아웃되었습니다.',
    },
    emailChanged: {
      subject: '{app} 이메일 주소가 변경되었습니다',
      text: '{app} 계정에서 더 이상 이 이메일 주소를 사용하지 않습니다.',
    },
    phoneChanged: { subject: '{app} 전화번호가 변경되었습니다', text: '{app} 계정의 전화번호가 변경되었습니다.' },
    secondStepChanged: {
      subject: '{app} 계정의 2단계 인증이 변경되었습니다',
      text: '{app} 계정의 2단계 인증 설정이 변경되었습니다.',
    },
  },
  notYou:
    '본인이 변경했다면 아무것도 하지 않으셔도 됩니다. 그렇지 않다면 직접 사이트를 열고 ‘비밀번호를 잊으셨나요?’를 눌러 새 비밀번호를 설정하세요.',
  confirmed: { title: '이메일 주소가 확인되었습니다', text: '원래 페이지로 돌아가면 자동으로 로그인됩니다.' },
  confirmedBefore: { title: '이미 확인된 이메일 주소입니다', text: '로그인할 수 있습니다.' },
  linkIsDead: { title: '이 링크는 더 이상 사용할 수 없습니다', text: '가입한 페이지에서 새 링크를 요청하세요.' },
};
