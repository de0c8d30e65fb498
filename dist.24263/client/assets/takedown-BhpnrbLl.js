import{hn as e}from"./frame-3T1wbMmq.js";var t=e(),n={title:`Remoção de conteúdo`,description:`Como titulares de direitos pedem o bloqueio de uma publicação.`,updated:`2026-11-21`};function r(e){let n={a:`a`,h2:`h2`,li:`li`,p:`p`,ul:`ul`,...e.components};return(0,t.jsxs)(t.Fragment,{children:[(0,t.jsx)(n.h2,{children:`O que temos`}),`
`,(0,t.jsx)(n.p,{children:`O Clipferry não mantém um acervo de vídeos. Um arquivo passa pelo nosso servidor, da plataforma ao visitante, e some. Se um visitante nos pedir para preparar um arquivo, nós o guardamos por duas horas, em um link que só esse visitante recebe; depois, ele é excluído. O que podemos fazer é recusar uma publicação, um autor ou um endereço.`}),`
`,(0,t.jsx)(n.h2,{children:`O que enviar`}),`
`,(0,t.jsxs)(n.p,{children:[`Escreva para `,(0,t.jsx)(n.a,{href:`mailto:takedown@clipferry.example`,children:`takedown@clipferry.example`}),` e informe:`]}),`
`,(0,t.jsxs)(n.ul,{children:[`
`,(0,t.jsx)(n.li,{children:`o link da publicação, ou da página do autor;`}),`
`,(0,t.jsx)(n.li,{children:`a obra que ela mostra, e por que você pode agir pelo titular;`}),`
`,(0,t.jsx)(n.li,{children:`seu nome e um endereço para resposta;`}),`
`,(0,t.jsx)(n.li,{children:`que o que você diz é verdade, até onde sabe.`}),`
`]}),`
`,(0,t.jsx)(n.h2,{children:`O que acontece depois`}),`
`,(0,t.jsx)(n.p,{children:`Lemos cada mensagem. O que é justificado é bloqueado: quem cola o link fica sabendo que ele não pode ser buscado por direitos autorais. Se um bloqueio for um engano, escreva para o mesmo endereço e diga por quê.`}),`
`,(0,t.jsx)(n.p,{children:`Se as traduções desta página divergirem, vale o texto em inglês.`})]})}function i(e={}){let{wrapper:n}=e.components||{};return n?(0,t.jsx)(n,{...e,children:(0,t.jsx)(r,{...e})}):r(e)}export{i as default,n as frontmatter};