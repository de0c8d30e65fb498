import{hn as e}from"./frame-3T1wbMmq.js";var t=e(),n={title:`利用規約`,description:`Clipferry をお使いいただける範囲。`,updated:`2026-11-21`};function r(e){let n={a:`a`,h2:`h2`,p:`p`,...e.components};return(0,t.jsxs)(t.Fragment,{children:[(0,t.jsx)(n.h2,{children:`このサービスについて`}),`
`,(0,t.jsx)(n.p,{children:`Clipferry は、Facebook、Instagram、TikTok、Twitter、YouTube の公開投稿を代わりに取得します。いずれの会社とも関係はありません。`}),`
`,(0,t.jsx)(n.h2,{children:`取得してよいもの`}),`
`,(0,t.jsx)(n.p,{children:`ご自身のもの、作者が許可しているもの、またはお住まいの国の法律で複製が認められているものを取得してください。ファイルの使い方はご自身の責任となります。共有するときは作者名を添えてください。`}),`
`,(0,t.jsx)(n.h2,{children:`当サイトがしないこと`}),`
`,(0,t.jsxs)(n.p,{children:[`非公開の投稿、有料の動画、コピー防止で保護されたものは取得しません。ログイン情報、パスワード、Cookie をお尋ねすることは決してありません。権利者から申し立てのあったものはブロックします。詳しくは`,(0,t.jsx)(n.a,{href:`/takedown`,children:`削除の申し立て`}),`をご覧ください。`]}),`
`,(0,t.jsx)(n.h2,{children:`公正な利用`}),`
`,(0,t.jsx)(n.p,{children:`このサービスは人のためのものです。過度に利用するプログラムは速度を制限することがあります。すべてのリンクがいつも使えるとは保証できません。プラットフォームは変わり、壊れたところは修正します。`}),`
`,(0,t.jsx)(n.h2,{children:`お問い合わせ`}),`
`,(0,t.jsxs)(n.p,{children:[(0,t.jsx)(n.a,{href:`mailto:hello@clipferry.example`,children:`hello@clipferry.example`}),` までお送りください。翻訳に違いがある場合は、英語の文面が優先されます。`]})]})}function i(e={}){let{wrapper:n}=e.components||{};return n?(0,t.jsx)(n,{...e,children:(0,t.jsx)(r,{...e})}):r(e)}export{i as default,n as frontmatter};