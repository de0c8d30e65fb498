import{hn as e}from"./frame-3T1wbMmq.js";var t=e(),n={title:`Penghapusan konten`,description:`Cara pemegang hak meminta sebuah postingan diblokir.`,updated:`2026-11-21`};function r(e){let n={a:`a`,h2:`h2`,li:`li`,p:`p`,ul:`ul`,...e.components};return(0,t.jsxs)(t.Fragment,{children:[(0,t.jsx)(n.h2,{children:`Yang kami pegang`}),`
`,(0,t.jsx)(n.p,{children:`Clipferry tidak memiliki koleksi video. Berkas lewat melalui server kami dari platform ke pengunjung, lalu hilang. Jika pengunjung meminta kami menyiapkan sebuah berkas, kami menyimpannya dua jam, dengan tautan yang hanya diberikan kepada pengunjung itu; setelah itu berkasnya dihapus. Yang dapat kami lakukan adalah menolak mengambil sebuah postingan, pembuat, atau alamat.`}),`
`,(0,t.jsx)(n.h2,{children:`Yang perlu dikirim`}),`
`,(0,t.jsxs)(n.p,{children:[`Tulislah ke `,(0,t.jsx)(n.a,{href:`mailto:takedown@clipferry.example`,children:`takedown@clipferry.example`}),` dan sebutkan:`]}),`
`,(0,t.jsxs)(n.ul,{children:[`
`,(0,t.jsx)(n.li,{children:`tautan postingan, atau halaman pembuatnya;`}),`
`,(0,t.jsx)(n.li,{children:`karya yang ditampilkan, dan mengapa Anda boleh bertindak untuk pemiliknya;`}),`
`,(0,t.jsx)(n.li,{children:`nama Anda dan alamat tempat kami dapat menjawab;`}),`
`,(0,t.jsx)(n.li,{children:`bahwa yang Anda sampaikan benar, sejauh pengetahuan Anda.`}),`
`]}),`
`,(0,t.jsx)(n.h2,{children:`Yang terjadi kemudian`}),`
`,(0,t.jsx)(n.p,{children:`Kami membaca setiap pesan. Yang beralasan akan diblokir: pengunjung yang menempel tautannya diberi tahu bahwa tautan itu tidak dapat diambil karena hak cipta. Jika pemblokiran keliru, tulislah ke alamat yang sama dan jelaskan alasannya.`}),`
`,(0,t.jsx)(n.p,{children:`Jika terjemahan halaman ini berbeda, teks bahasa Inggris yang berlaku.`})]})}function i(e={}){let{wrapper:n}=e.components||{};return n?(0,t.jsx)(n,{...e,children:(0,t.jsx)(r,{...e})}):r(e)}export{i as default,n as frontmatter};