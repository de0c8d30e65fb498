import{hn as e}from"./frame-3T1wbMmq.js";var t=e(),n={title:`Условия`,description:`Для чего можно использовать Clipferry.`,updated:`2026-11-21`};function r(e){let n={a:`a`,h2:`h2`,p:`p`,...e.components};return(0,t.jsxs)(t.Fragment,{children:[(0,t.jsx)(n.h2,{children:`Что это`}),`
`,(0,t.jsx)(n.p,{children:`Clipferry получает для вас открытые публикации Facebook, Instagram, TikTok, Twitter и YouTube. Он не связан ни с одной из этих площадок.`}),`
`,(0,t.jsx)(n.h2,{children:`Что можно получать`}),`
`,(0,t.jsx)(n.p,{children:`Получайте своё, то, что разрешил автор, или то, что позволяет копировать закон вашей страны. За то, что вы делаете с файлом, отвечаете вы. Называйте автора, когда делитесь им.`}),`
`,(0,t.jsx)(n.h2,{children:`Чего мы не делаем`}),`
`,(0,t.jsxs)(n.p,{children:[`Мы не берём закрытые публикации, платные видео и всё, что защищено от копирования. Мы никогда не спрашиваем ваш логин, пароль или cookie. Мы блокируем то, о чём сообщают правообладатели: см. `,(0,t.jsx)(n.a,{href:`/takedown`,children:`Удаление материалов`}),`.`]}),`
`,(0,t.jsx)(n.h2,{children:`Честное использование`}),`
`,(0,t.jsx)(n.p,{children:`Сервис для людей. Программы, которые берут больше своей доли, могут быть замедлены. Нет гарантии, что каждая ссылка работает каждый день: площадки меняются, а мы чиним то, что ломается.`}),`
`,(0,t.jsx)(n.h2,{children:`Ваши вопросы`}),`
`,(0,t.jsxs)(n.p,{children:[`Пишите на `,(0,t.jsx)(n.a,{href:`mailto:hello@clipferry.example`,children:`hello@clipferry.example`}),`. Если переводы этой страницы расходятся, действует английский текст.`]})]})}function i(e={}){let{wrapper:n}=e.components||{};return n?(0,t.jsx)(n,{...e,children:(0,t.jsx)(r,{...e})}):r(e)}export{i as default,n as frontmatter};