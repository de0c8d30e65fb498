import { expect, test } from 'vitest';
import { formsOf, messagesOf } from './fixtures/texts.ts';

/** A text that once said something else than English does: `once`, word for word; what is wrong in it, `never`; and what it has to say, `says`. */
type Meaning = { text: string; once: string; never: RegExp; says: RegExp };

const MEANINGS: Meaning[] = [
  // The quality that all items of a list get; not all the qualities that there are, nor the overall one.
  { text: 'ja download_quality_all', once: 'すべての画質', never: /すべての画質/, says: /共通/ },
  { text: 'ko download_quality_all', once: '전체 화질', never: /(?:전체|모든) 화질/, says: /항목/ },
  // Passwords of platforms are never asked for. The site itself does ask people to sign in.
  {
    text: 'zh failure_private_advice',
    once: '只有作者允许的人才能看到，因此我们无法获取。我们绝不会要求您登录。',
    never: /要求您登录/,
    says: /平台上的密码/,
  },
  {
    text: 'zh failure_login_required_advice',
    once: '请尝试公开的帖子。我们绝不会要求您登录。',
    never: /要求您登录/,
    says: /平台上的密码/,
  },
  // A share of the links that worked; not the links of a rate that were read.
  { text: 'zh status_rate', once: '已读取 {rate} 的链接', never: /读取/, says: /成功/ },
  // A new code is received; it is no claim to be made, as of a payment.
  {
    text: 'authenticator/ja error_code_expired',
    once: 'コードの有効期限が切れています。新しいコードを請求してください。',
    never: /請求/,
    says: /新しいコード/,
  },
  // Limits are of data as well, not only of how often.
  {
    text: 'ja failure_limit_reached_title',
    once: '現在ご利用いただける回数を使い切りました。',
    never: /回数/,
    says: /上限/,
  },
  // Where the code went to, and not by which means it is entered.
  {
    text: 'authenticator/ko code_emailed_text',
    once: '코드를 보냈습니다. {destination}(으)로 이메일로 보낸 코드를 입력하세요.',
    never: /\(으\)로|보낸 코드/,
    says: /이메일 주소로 받은/,
  },
  {
    text: 'authenticator/ko code_texted_text',
    once: '코드를 보냈습니다. {destination}(으)로 문자로 보낸 코드를 입력하세요.',
    never: /\(으\)로|보낸 코드/,
    says: /번호로 받은/,
  },
  // One of the ways is chosen; not the second step itself.
  {
    text: 'authenticator/uk select_mfa_setup_text',
    once: 'Цей обліковий запис, крім пароля, вимагає другого кроку. Виберіть його.',
    never: /Виберіть його/,
    says: /один зі способів/,
  },
  // At least so many characters, after “Your password needs”; not the least number that there is.
  {
    text: 'authenticator/pl rule_length',
    once: 'minimalną liczbę znaków: {minLength}',
    never: /minimaln\S+ liczb/,
    says: /(?:lub więcej|co najmniej)/,
  },
];

test.each(MEANINGS)('$text says what English does', ({ text, once, never, says }) => {
  const [file = '', name] = text.split(' ');
  const forms = messagesOf(file).flatMap(([key, message]) => (key === name ? formsOf(message) : []));
  expect(forms).toHaveLength(1);
  expect(forms[0]).toMatch(says);
  expect(forms[0]).not.toMatch(never);
  expect(once).toMatch(never);
});
