import{hn as e}from"./frame-3T1wbMmq.js";var t=e(),n={title:`Cerere de eliminare`,description:`Cum cer titularii de drepturi blocarea unei postări.`,updated:`2026-11-21`};function r(e){let n={a:`a`,h2:`h2`,li:`li`,p:`p`,ul:`ul`,...e.components};return(0,t.jsxs)(t.Fragment,{children:[(0,t.jsx)(n.h2,{children:`Ce deținem`}),`
`,(0,t.jsx)(n.p,{children:`Clipferry nu ține o colecție de videoclipuri. Un fișier trece prin serverul nostru de la platformă la vizitator și dispare. Dacă un vizitator ne cere să pregătim un fișier, îl păstrăm două ore, la un link pe care îl primește doar el; apoi este șters. Putem refuza să preluăm o postare, un autor sau o adresă.`}),`
`,(0,t.jsx)(n.h2,{children:`Ce să trimiți`}),`
`,(0,t.jsxs)(n.p,{children:[`Scrie la `,(0,t.jsx)(n.a,{href:`mailto:takedown@clipferry.example`,children:`takedown@clipferry.example`}),` și numește:`]}),`
`,(0,t.jsxs)(n.ul,{children:[`
`,(0,t.jsx)(n.li,{children:`linkul postării sau al paginii autorului;`}),`
`,(0,t.jsx)(n.li,{children:`opera pe care o arată și de ce poți acționa pentru titularul ei;`}),`
`,(0,t.jsx)(n.li,{children:`numele tău și o adresă la care putem răspunde;`}),`
`,(0,t.jsx)(n.li,{children:`că ceea ce spui este adevărat, după știința ta.`}),`
`]}),`
`,(0,t.jsx)(n.h2,{children:`Ce urmează`}),`
`,(0,t.jsx)(n.p,{children:`Citim fiecare mesaj. Ce este justificat se blochează: vizitatorii care lipesc linkul află că nu poate fi preluat din motive de drepturi de autor. Dacă o blocare este o greșeală, scrie la aceeași adresă și spune de ce.`}),`
`,(0,t.jsx)(n.p,{children:`Dacă traducerile acestei pagini diferă, contează textul în engleză.`})]})}function i(e={}){let{wrapper:n}=e.components||{};return n?(0,t.jsx)(n,{...e,children:(0,t.jsx)(r,{...e})}):r(e)}export{i as default,n as frontmatter};