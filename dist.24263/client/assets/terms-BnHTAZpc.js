import{hn as e}from"./frame-3T1wbMmq.js";var t=e(),n={title:`Termeni`,description:`Pentru ce poți folosi Clipferry.`,updated:`2026-11-21`};function r(e){let n={a:`a`,h2:`h2`,p:`p`,...e.components};return(0,t.jsxs)(t.Fragment,{children:[(0,t.jsx)(n.h2,{children:`Ce este`}),`
`,(0,t.jsx)(n.p,{children:`Clipferry preia pentru tine postări publice de pe Facebook, Instagram, TikTok, Twitter și YouTube. Nu are legătură cu niciuna dintre ele.`}),`
`,(0,t.jsx)(n.h2,{children:`Ce poți prelua`}),`
`,(0,t.jsx)(n.p,{children:`Preia ce este al tău, ce permite autorul sau ce te lasă să copiezi legea țării tale. Tu răspunzi de ce faci cu un fișier. Numește autorul când îl distribui.`}),`
`,(0,t.jsx)(n.h2,{children:`Ce nu facem`}),`
`,(0,t.jsxs)(n.p,{children:[`Nu preluăm postări private, videoclipuri cu plată și nimic protejat la copiere. Nu îți cerem niciodată datele de autentificare, parola sau cookie-urile. Blocăm ce semnalează titularii de drepturi: vezi `,(0,t.jsx)(n.a,{href:`/takedown`,children:`Cerere de eliminare`}),`.`]}),`
`,(0,t.jsx)(n.h2,{children:`Folosire corectă`}),`
`,(0,t.jsx)(n.p,{children:`Serviciul este pentru oameni. Programele care iau mai mult decât partea lor pot fi încetinite. Nu există garanția că orice link merge în orice zi: platformele se schimbă, iar noi reparăm ce se strică.`}),`
`,(0,t.jsx)(n.h2,{children:`Întrebările tale`}),`
`,(0,t.jsxs)(n.p,{children:[`Scrie la `,(0,t.jsx)(n.a,{href:`mailto:hello@clipferry.example`,children:`hello@clipferry.example`}),`. Dacă traducerile acestei pagini diferă, contează textul în engleză.`]})]})}function i(e={}){let{wrapper:n}=e.components||{};return n?(0,t.jsx)(n,{...e,children:(0,t.jsx)(r,{...e})}):r(e)}export{i as default,n as frontmatter};