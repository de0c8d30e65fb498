import{hn as e}from"./frame-3T1wbMmq.js";var t=e(),n={title:`条款`,description:`您可以用 Clipferry 做什么。`,updated:`2026-11-21`};function r(e){let n={a:`a`,h2:`h2`,p:`p`,...e.components};return(0,t.jsxs)(t.Fragment,{children:[(0,t.jsx)(n.h2,{children:`这是什么`}),`
`,(0,t.jsx)(n.p,{children:`Clipferry 为您获取 Facebook、Instagram、TikTok、Twitter 和 YouTube 的公开帖子。它与其中任何一家都没有关联。`}),`
`,(0,t.jsx)(n.h2,{children:`您可以获取什么`}),`
`,(0,t.jsx)(n.p,{children:`请获取您自己的内容、作者允许的内容，或您所在国家的法律允许复制的内容。您对文件的使用由您自己负责。分享时请注明作者。`}),`
`,(0,t.jsx)(n.h2,{children:`我们不做什么`}),`
`,(0,t.jsxs)(n.p,{children:[`我们不获取私密帖子、付费视频或任何受版权保护技术加密的内容。我们绝不会索要您的登录信息、密码或 Cookie。我们会屏蔽权利人举报的内容：请参阅`,(0,t.jsx)(n.a,{href:`/takedown`,children:`删除请求`}),`。`]}),`
`,(0,t.jsx)(n.h2,{children:`合理使用`}),`
`,(0,t.jsx)(n.p,{children:`本服务面向个人。占用过多的程序可能会被限速。我们不保证每个链接每天都能使用：平台会变化，我们会修复出问题的地方。`}),`
`,(0,t.jsx)(n.h2,{children:`您的问题`}),`
`,(0,t.jsxs)(n.p,{children:[`请写信至 `,(0,t.jsx)(n.a,{href:`mailto:hello@clipferry.example`,children:`hello@clipferry.example`}),`。如果本页的各种译文有出入，以英文为准。`]})]})}function i(e={}){let{wrapper:n}=e.components||{};return n?(0,t.jsx)(n,{...e,children:(0,t.jsx)(r,{...e})}):r(e)}export{i as default,n as frontmatter};