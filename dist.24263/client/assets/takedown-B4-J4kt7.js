import{hn as e}from"./frame-3T1wbMmq.js";var t=e(),n={title:`게시 중단 요청`,description:`권리자가 게시물 차단을 요청하는 방법.`,updated:`2026-11-21`};function r(e){let n={a:`a`,h2:`h2`,li:`li`,p:`p`,ul:`ul`,...e.components};return(0,t.jsxs)(t.Fragment,{children:[(0,t.jsx)(n.h2,{children:`저희가 가진 것`}),`
`,(0,t.jsx)(n.p,{children:`Clipferry는 동영상을 모아 두지 않습니다. 파일은 플랫폼에서 방문자에게 저희 서버를 거쳐 지나갈 뿐입니다. 방문자가 만들어 달라고 요청한 파일은 그 방문자에게만 주는 링크로 두 시간 동안 보관한 뒤 삭제합니다. 저희가 할 수 있는 일은 게시물, 작성자, 주소를 가져오지 않는 것입니다.`}),`
`,(0,t.jsx)(n.h2,{children:`보내실 것`}),`
`,(0,t.jsxs)(n.p,{children:[(0,t.jsx)(n.a,{href:`mailto:takedown@clipferry.example`,children:`takedown@clipferry.example`}),`로 다음을 적어 보내 주세요.`]}),`
`,(0,t.jsxs)(n.ul,{children:[`
`,(0,t.jsx)(n.li,{children:`게시물 또는 작성자 페이지의 링크`}),`
`,(0,t.jsx)(n.li,{children:`거기에 나오는 저작물과, 권리자를 대신할 수 있는 이유`}),`
`,(0,t.jsx)(n.li,{children:`이름과 답장을 받을 주소`}),`
`,(0,t.jsx)(n.li,{children:`아는 한 사실이라는 진술`}),`
`]}),`
`,(0,t.jsx)(n.h2,{children:`그다음`}),`
`,(0,t.jsx)(n.p,{children:`모든 메시지를 읽습니다. 정당한 요청은 차단하며, 그 링크를 붙여넣은 방문자에게는 저작권 때문에 가져올 수 없다고 알립니다. 차단이 잘못되었다면 같은 주소로 이유를 적어 보내 주세요.`}),`
`,(0,t.jsx)(n.p,{children:`번역이 서로 다르면 영어 본문이 우선합니다.`})]})}function i(e={}){let{wrapper:n}=e.components||{};return n?(0,t.jsx)(n,{...e,children:(0,t.jsx)(r,{...e})}):r(e)}export{i as default,n as frontmatter};