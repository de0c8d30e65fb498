import{hn as e}from"./frame-3T1wbMmq.js";var t=e(),n={title:`削除の申し立て`,description:`権利者が投稿のブロックを求める方法。`,updated:`2026-11-21`};function r(e){let n={a:`a`,h2:`h2`,li:`li`,p:`p`,ul:`ul`,...e.components};return(0,t.jsxs)(t.Fragment,{children:[(0,t.jsx)(n.h2,{children:`当サイトにあるもの`}),`
`,(0,t.jsx)(n.p,{children:`Clipferry は動画を集めて保管してはいません。ファイルはプラットフォームから訪問者へ、当サーバーを通り過ぎるだけです。訪問者の依頼で作成したファイルは、その訪問者だけに渡すリンクで 2 時間保管し、その後削除します。当サイトにできるのは、投稿、作者、アドレスの取得を断ることです。`}),`
`,(0,t.jsx)(n.h2,{children:`お送りいただくもの`}),`
`,(0,t.jsxs)(n.p,{children:[(0,t.jsx)(n.a,{href:`mailto:takedown@clipferry.example`,children:`takedown@clipferry.example`}),` 宛てに、次のことをお書きください。`]}),`
`,(0,t.jsxs)(n.ul,{children:[`
`,(0,t.jsx)(n.li,{children:`投稿のリンク、または作者のページのリンク`}),`
`,(0,t.jsx)(n.li,{children:`そこに示されている作品と、権利者に代わって申し立てできる理由`}),`
`,(0,t.jsx)(n.li,{children:`お名前と、返信できる連絡先`}),`
`,(0,t.jsx)(n.li,{children:`知る限りにおいて内容が真実であること`}),`
`]}),`
`,(0,t.jsx)(n.h2,{children:`その後`}),`
`,(0,t.jsx)(n.p,{children:`すべての連絡に目を通します。正当なものはブロックし、そのリンクを貼り付けた訪問者には、著作権上の理由で取得できないと伝えます。ブロックが誤りである場合は、同じ宛先に理由をお書きください。`}),`
`,(0,t.jsx)(n.p,{children:`翻訳に違いがある場合は、英語の文面が優先されます。`})]})}function i(e={}){let{wrapper:n}=e.components||{};return n?(0,t.jsx)(n,{...e,children:(0,t.jsx)(r,{...e})}):r(e)}export{i as default,n as frontmatter};