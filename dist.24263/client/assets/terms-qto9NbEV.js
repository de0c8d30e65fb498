import{hn as e}from"./frame-3T1wbMmq.js";var t=e(),n={title:`Termos`,description:`Para que você pode usar o Clipferry.`,updated:`2026-11-21`};function r(e){let n={a:`a`,h2:`h2`,p:`p`,...e.components};return(0,t.jsxs)(t.Fragment,{children:[(0,t.jsx)(n.h2,{children:`O que é isto`}),`
`,(0,t.jsx)(n.p,{children:`O Clipferry busca para você publicações públicas do Facebook, Instagram, TikTok, Twitter e YouTube. Não tem ligação com nenhum deles.`}),`
`,(0,t.jsx)(n.h2,{children:`O que você pode buscar`}),`
`,(0,t.jsx)(n.p,{children:`Busque o que é seu, o que o autor permite ou o que a lei do seu país deixa copiar. Você é responsável pelo que faz com um arquivo. Cite o autor quando o compartilhar.`}),`
`,(0,t.jsx)(n.h2,{children:`O que não fazemos`}),`
`,(0,t.jsxs)(n.p,{children:[`Não buscamos publicações privadas, vídeos pagos nem nada com proteção contra cópia. Nunca pedimos seus dados de acesso, sua senha ou seus cookies. Bloqueamos o que os titulares de direitos informam: veja `,(0,t.jsx)(n.a,{href:`/takedown`,children:`Remoção de conteúdo`}),`.`]}),`
`,(0,t.jsx)(n.h2,{children:`Uso justo`}),`
`,(0,t.jsx)(n.p,{children:`O serviço é para pessoas. Programas que pegam mais do que a sua parte podem ficar mais lentos. Não há garantia de que todo link funcione todo dia: as plataformas mudam, e nós consertamos o que quebra.`}),`
`,(0,t.jsx)(n.h2,{children:`Suas perguntas`}),`
`,(0,t.jsxs)(n.p,{children:[`Escreva para `,(0,t.jsx)(n.a,{href:`mailto:hello@clipferry.example`,children:`hello@clipferry.example`}),`. Se as traduções desta página divergirem, vale o texto em inglês.`]})]})}function i(e={}){let{wrapper:n}=e.components||{};return n?(0,t.jsx)(n,{...e,children:(0,t.jsx)(r,{...e})}):r(e)}export{i as default,n as frontmatter};