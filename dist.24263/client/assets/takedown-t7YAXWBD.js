import{hn as e}from"./frame-3T1wbMmq.js";var t=e(),n={title:`Takedown`,description:`How rights holders have a post blocked.`,updated:`2026-11-21`};function r(e){let n={a:`a`,h2:`h2`,li:`li`,p:`p`,ul:`ul`,...e.components};return(0,t.jsxs)(t.Fragment,{children:[(0,t.jsx)(n.h2,{children:`What we hold`}),`
`,(0,t.jsx)(n.p,{children:`Clipferry has no collection of videos. A file passes through our server from the platform to the visitor and is gone. If a visitor asks us to prepare a file, we keep it for two hours, under a link that only this visitor is given; then it is deleted. What we can do is refuse to fetch a post, an author or an address.`}),`
`,(0,t.jsx)(n.h2,{children:`What to send`}),`
`,(0,t.jsxs)(n.p,{children:[`Write to `,(0,t.jsx)(n.a,{href:`mailto:takedown@clipferry.example`,children:`takedown@clipferry.example`}),` and name:`]}),`
`,(0,t.jsxs)(n.ul,{children:[`
`,(0,t.jsx)(n.li,{children:`the link of the post, or of the author's page;`}),`
`,(0,t.jsx)(n.li,{children:`the work it shows, and why you may act for its owner;`}),`
`,(0,t.jsx)(n.li,{children:`your name and an address where we can answer;`}),`
`,(0,t.jsx)(n.li,{children:`that what you say is true, to the best of your knowledge.`}),`
`]}),`
`,(0,t.jsx)(n.h2,{children:`What happens then`}),`
`,(0,t.jsx)(n.p,{children:`We read every message. What is justified is blocked: visitors who paste the link are told that it cannot be fetched for copyright reasons. If a block is a mistake, write to the same address and say why.`}),`
`,(0,t.jsx)(n.p,{children:`If translations of this page differ, the English text counts.`})]})}function i(e={}){let{wrapper:n}=e.components||{};return n?(0,t.jsx)(n,{...e,children:(0,t.jsx)(r,{...e})}):r(e)}export{i as default,n as frontmatter};