import{hn as e}from"./frame-3T1wbMmq.js";var t=e(),n={title:`Terms`,description:`What you may use Clipferry for.`,updated:`2026-11-21`};function r(e){let n={a:`a`,h2:`h2`,p:`p`,...e.components};return(0,t.jsxs)(t.Fragment,{children:[(0,t.jsx)(n.h2,{children:`What this is`}),`
`,(0,t.jsx)(n.p,{children:`Clipferry fetches public posts of Facebook, Instagram, TikTok, Twitter and YouTube for you. It is not affiliated with any of them.`}),`
`,(0,t.jsx)(n.h2,{children:`What you may fetch`}),`
`,(0,t.jsx)(n.p,{children:`Fetch what is yours, what its author allows, or what the law of your country lets you copy. You are responsible for what you do with a file. Name its author when you share it.`}),`
`,(0,t.jsx)(n.h2,{children:`What we do not do`}),`
`,(0,t.jsxs)(n.p,{children:[`We do not fetch private posts, paid videos or anything locked with copy protection. We never ask for your login, your password or your cookies. We block what rights holders report: see `,(0,t.jsx)(n.a,{href:`/takedown`,children:`Takedown`}),`.`]}),`
`,(0,t.jsx)(n.h2,{children:`Fair use`}),`
`,(0,t.jsx)(n.p,{children:`The service is for people. Programs that take more than their share may be slowed down. There is no warranty that every link works on every day: platforms change, and we mend what breaks.`}),`
`,(0,t.jsx)(n.h2,{children:`Your questions`}),`
`,(0,t.jsxs)(n.p,{children:[`Write to `,(0,t.jsx)(n.a,{href:`mailto:hello@clipferry.example`,children:`hello@clipferry.example`}),`. If translations of this page differ, the English text counts.`]})]})}function i(e={}){let{wrapper:n}=e.components||{};return n?(0,t.jsx)(n,{...e,children:(0,t.jsx)(r,{...e})}):r(e)}export{i as default,n as frontmatter};