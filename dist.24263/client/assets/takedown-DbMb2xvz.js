import{hn as e}from"./frame-3T1wbMmq.js";var t=e(),n={title:`Retrait de contenu`,description:`Comment les ayants droit font bloquer une publication.`,updated:`2026-11-21`};function r(e){let n={a:`a`,h2:`h2`,li:`li`,p:`p`,ul:`ul`,...e.components};return(0,t.jsxs)(t.Fragment,{children:[(0,t.jsx)(n.h2,{children:`Ce que nous détenons`}),`
`,(0,t.jsx)(n.p,{children:`Clipferry ne tient aucune collection de vidéos. Un fichier traverse notre serveur, de la plateforme au visiteur, puis disparaît. Si un visiteur nous demande de préparer un fichier, nous le gardons deux heures, accessible par un lien que nous ne donnons qu’à lui ; ensuite, il est supprimé. Nous pouvons refuser de récupérer une publication, un auteur ou une adresse.`}),`
`,(0,t.jsx)(n.h2,{children:`Que nous envoyer`}),`
`,(0,t.jsxs)(n.p,{children:[`Écrivez à `,(0,t.jsx)(n.a,{href:`mailto:takedown@clipferry.example`,children:`takedown@clipferry.example`}),` et indiquez :`]}),`
`,(0,t.jsxs)(n.ul,{children:[`
`,(0,t.jsx)(n.li,{children:`le lien de la publication, ou de la page de l’auteur ;`}),`
`,(0,t.jsx)(n.li,{children:`l’œuvre qu’elle montre, et pourquoi vous pouvez agir pour son titulaire ;`}),`
`,(0,t.jsx)(n.li,{children:`votre nom et une adresse où vous répondre ;`}),`
`,(0,t.jsx)(n.li,{children:`que ce que vous affirmez est vrai, à votre connaissance.`}),`
`]}),`
`,(0,t.jsx)(n.h2,{children:`Ce qui se passe ensuite`}),`
`,(0,t.jsx)(n.p,{children:`Nous lisons chaque message. Ce qui est justifié est bloqué : les visiteurs qui collent le lien apprennent qu’il ne peut être récupéré pour des raisons de droits d’auteur. Si un blocage est une erreur, écrivez à la même adresse et dites pourquoi.`}),`
`,(0,t.jsx)(n.p,{children:`Si les traductions de cette page diffèrent, c’est le texte anglais qui compte.`})]})}function i(e={}){let{wrapper:n}=e.components||{};return n?(0,t.jsx)(n,{...e,children:(0,t.jsx)(r,{...e})}):r(e)}export{i as default,n as frontmatter};