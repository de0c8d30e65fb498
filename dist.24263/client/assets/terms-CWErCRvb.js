import{hn as e}from"./frame-3T1wbMmq.js";var t=e(),n={title:`이용 약관`,description:`Clipferry를 어디에 쓸 수 있는지.`,updated:`2026-11-21`};function r(e){let n={a:`a`,h2:`h2`,p:`p`,...e.components};return(0,t.jsxs)(t.Fragment,{children:[(0,t.jsx)(n.h2,{children:`이 서비스는`}),`
`,(0,t.jsx)(n.p,{children:`Clipferry는 Facebook, Instagram, TikTok, Twitter, YouTube의 공개 게시물을 대신 가져옵니다. 어느 곳과도 관련이 없습니다.`}),`
`,(0,t.jsx)(n.h2,{children:`가져와도 되는 것`}),`
`,(0,t.jsx)(n.p,{children:`자신의 것, 만든 사람이 허락한 것, 또는 거주 국가의 법이 복사를 허용하는 것을 가져오세요. 파일을 어떻게 쓰는지는 사용자의 책임입니다. 공유할 때는 만든 사람을 밝혀 주세요.`}),`
`,(0,t.jsx)(n.h2,{children:`저희가 하지 않는 것`}),`
`,(0,t.jsxs)(n.p,{children:[`비공개 게시물, 유료 동영상, 복사 방지로 잠긴 것은 가져오지 않습니다. 로그인 정보, 비밀번호, 쿠키를 절대 묻지 않습니다. 권리자가 알려 온 것은 차단합니다. `,(0,t.jsx)(n.a,{href:`/takedown`,children:`게시 중단 요청`}),`을 보세요.`]}),`
`,(0,t.jsx)(n.h2,{children:`공정한 이용`}),`
`,(0,t.jsx)(n.p,{children:`이 서비스는 사람을 위한 것입니다. 지나치게 많이 쓰는 프로그램은 느려질 수 있습니다. 모든 링크가 매일 된다고 보장하지는 않습니다. 플랫폼은 바뀌고, 저희는 고장 난 것을 고칩니다.`}),`
`,(0,t.jsx)(n.h2,{children:`문의`}),`
`,(0,t.jsxs)(n.p,{children:[(0,t.jsx)(n.a,{href:`mailto:hello@clipferry.example`,children:`hello@clipferry.example`}),`로 보내 주세요. 번역이 서로 다르면 영어 본문이 우선합니다.`]})]})}function i(e={}){let{wrapper:n}=e.components||{};return n?(0,t.jsx)(n,{...e,children:(0,t.jsx)(r,{...e})}):r(e)}export{i as default,n as frontmatter};