import{hn as e}from"./frame-3T1wbMmq.js";var t=e(),n={title:`Yêu cầu gỡ bỏ`,description:`Cách chủ quyền yêu cầu chặn một bài đăng.`,updated:`2026-11-21`};function r(e){let n={a:`a`,h2:`h2`,li:`li`,p:`p`,ul:`ul`,...e.components};return(0,t.jsxs)(t.Fragment,{children:[(0,t.jsx)(n.h2,{children:`Chúng tôi có gì`}),`
`,(0,t.jsx)(n.p,{children:`Clipferry không có kho video nào. Tệp đi qua máy chủ của chúng tôi từ nền tảng đến người truy cập rồi biến mất. Nếu người truy cập nhờ chúng tôi chuẩn bị một tệp, chúng tôi giữ tệp đó hai giờ, với liên kết chỉ trao cho người đó; sau đó tệp bị xóa. Điều chúng tôi có thể làm là từ chối lấy một bài đăng, một tác giả hoặc một địa chỉ.`}),`
`,(0,t.jsx)(n.h2,{children:`Cần gửi gì`}),`
`,(0,t.jsxs)(n.p,{children:[`Hãy viết cho `,(0,t.jsx)(n.a,{href:`mailto:takedown@clipferry.example`,children:`takedown@clipferry.example`}),` và nêu:`]}),`
`,(0,t.jsxs)(n.ul,{children:[`
`,(0,t.jsx)(n.li,{children:`liên kết của bài đăng, hoặc của trang tác giả;`}),`
`,(0,t.jsx)(n.li,{children:`tác phẩm được trình bày, và vì sao bạn có thể thay mặt chủ sở hữu;`}),`
`,(0,t.jsx)(n.li,{children:`tên của bạn và địa chỉ để chúng tôi trả lời;`}),`
`,(0,t.jsx)(n.li,{children:`rằng những gì bạn nói là đúng, theo hiểu biết của bạn.`}),`
`]}),`
`,(0,t.jsx)(n.h2,{children:`Điều gì xảy ra sau đó`}),`
`,(0,t.jsx)(n.p,{children:`Chúng tôi đọc mọi thư. Yêu cầu chính đáng sẽ được chặn: người dán liên kết được báo rằng không thể lấy vì lý do bản quyền. Nếu việc chặn là nhầm lẫn, hãy viết đến cùng địa chỉ và cho biết lý do.`}),`
`,(0,t.jsx)(n.p,{children:`Nếu các bản dịch của trang này khác nhau, bản tiếng Anh có giá trị.`})]})}function i(e={}){let{wrapper:n}=e.components||{};return n?(0,t.jsx)(n,{...e,children:(0,t.jsx)(r,{...e})}):r(e)}export{i as default,n as frontmatter};