import{hn as e}from"./frame-3T1wbMmq.js";var t=e(),n={title:`Điều khoản`,description:`Bạn có thể dùng Clipferry để làm gì.`,updated:`2026-11-21`};function r(e){let n={a:`a`,h2:`h2`,p:`p`,...e.components};return(0,t.jsxs)(t.Fragment,{children:[(0,t.jsx)(n.h2,{children:`Đây là gì`}),`
`,(0,t.jsx)(n.p,{children:`Clipferry lấy giúp bạn các bài đăng công khai của Facebook, Instagram, TikTok, Twitter và YouTube. Clipferry không liên kết với nền tảng nào trong số đó.`}),`
`,(0,t.jsx)(n.h2,{children:`Bạn được lấy gì`}),`
`,(0,t.jsx)(n.p,{children:`Hãy lấy những gì của bạn, những gì tác giả cho phép, hoặc những gì luật nước bạn cho phép sao chép. Bạn chịu trách nhiệm về việc mình làm với tệp. Hãy ghi tên tác giả khi chia sẻ.`}),`
`,(0,t.jsx)(n.h2,{children:`Chúng tôi không làm gì`}),`
`,(0,t.jsxs)(n.p,{children:[`Chúng tôi không lấy bài đăng riêng tư, video trả phí hay bất cứ thứ gì bị khóa chống sao chép. Chúng tôi không bao giờ hỏi thông tin đăng nhập, mật khẩu hay cookie của bạn. Chúng tôi chặn những gì chủ quyền báo cáo: xem `,(0,t.jsx)(n.a,{href:`/takedown`,children:`Yêu cầu gỡ bỏ`}),`.`]}),`
`,(0,t.jsx)(n.h2,{children:`Sử dụng hợp lý`}),`
`,(0,t.jsx)(n.p,{children:`Dịch vụ dành cho con người. Chương trình lấy quá phần của mình có thể bị làm chậm. Không có bảo đảm rằng mọi liên kết đều dùng được mỗi ngày: nền tảng thay đổi, và chúng tôi sửa những gì hỏng.`}),`
`,(0,t.jsx)(n.h2,{children:`Câu hỏi của bạn`}),`
`,(0,t.jsxs)(n.p,{children:[`Hãy viết cho `,(0,t.jsx)(n.a,{href:`mailto:hello@clipferry.example`,children:`hello@clipferry.example`}),`. Nếu các bản dịch của trang này khác nhau, bản tiếng Anh có giá trị.`]})]})}function i(e={}){let{wrapper:n}=e.components||{};return n?(0,t.jsx)(n,{...e,children:(0,t.jsx)(r,{...e})}):r(e)}export{i as default,n as frontmatter};