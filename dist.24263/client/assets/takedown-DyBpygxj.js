import{hn as e}from"./frame-3T1wbMmq.js";var t=e(),n={title:`删除请求`,description:`权利人如何要求屏蔽帖子。`,updated:`2026-11-21`};function r(e){let n={a:`a`,h2:`h2`,li:`li`,p:`p`,ul:`ul`,...e.components};return(0,t.jsxs)(t.Fragment,{children:[(0,t.jsx)(n.h2,{children:`我们持有什么`}),`
`,(0,t.jsx)(n.p,{children:`Clipferry 没有视频库。文件从平台经我们的服务器到达访客，随即消失。如果访客让我们准备文件，我们会保留两小时，链接只提供给该访客，之后删除。我们能做的是拒绝获取某个帖子、作者或地址。`}),`
`,(0,t.jsx)(n.h2,{children:`请发送什么`}),`
`,(0,t.jsxs)(n.p,{children:[`请写信至 `,(0,t.jsx)(n.a,{href:`mailto:takedown@clipferry.example`,children:`takedown@clipferry.example`}),`，并说明：`]}),`
`,(0,t.jsxs)(n.ul,{children:[`
`,(0,t.jsx)(n.li,{children:`帖子的链接，或作者页面的链接；`}),`
`,(0,t.jsx)(n.li,{children:`其中展示的作品，以及您为何可以代表其权利人；`}),`
`,(0,t.jsx)(n.li,{children:`您的姓名和可以答复的地址；`}),`
`,(0,t.jsx)(n.li,{children:`据您所知，您所说的属实。`}),`
`]}),`
`,(0,t.jsx)(n.h2,{children:`之后会怎样`}),`
`,(0,t.jsx)(n.p,{children:`我们会阅读每一封来信。合理的请求会被执行：粘贴该链接的访客会得知，因版权原因无法获取。如果屏蔽有误，请写信到同一地址并说明原因。`}),`
`,(0,t.jsx)(n.p,{children:`如果本页的各种译文有出入，以英文为准。`})]})}function i(e={}){let{wrapper:n}=e.components||{};return n?(0,t.jsx)(n,{...e,children:(0,t.jsx)(r,{...e})}):r(e)}export{i as default,n as frontmatter};