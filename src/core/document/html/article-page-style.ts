import { everyPictureWidth } from '../stored-document'

/** On paper: a figure, or a part of it, whose caption is beside it. */
function beside(part: string): string {
  return `figure.plot:has(>.stage.aside)${part}`
}

/** The style of an article, in addition to that of every page. */
export const articleStyle = [
  ':root{--shade:#0003}@media(prefers-color-scheme:dark){:root{--shade:#fff4}}article{max-width:46rem;margin:0 auto}article>*{max-width:46rem}h1{font-size:1.9rem}h2{font-size:1.35rem;margin:2.2rem 0 .4rem}',
  'h3{font-size:1.1rem;margin:1.6rem 0 .3rem}h4,h5,h6{font-size:1rem;margin:1.3rem 0 .3rem}',
  'article p,article li{line-height:1.6}article p{margin:.7rem 0}.byline{color:var(--quiet)}',
  'nav{border:solid var(--line);border-width:1px 0;padding:.6rem 0;margin:1.2rem 0}nav ol{margin:0;padding-left:1.4rem}nav a{text-decoration:none}',
  'figure.plot,figure.data,figure.photo{margin:1.8rem 0}.stage{position:relative}.stage>svg{width:100%}.stage svg.hits{position:absolute;inset:0;width:100%;height:100%}',
  '.stage:focus-visible,summary:focus-visible,label:focus-within{outline:2px solid var(--link);outline-offset:2px;border-radius:2px}',
  'figcaption{font-size:.88rem;line-height:1.5;margin:.6rem 0}figcaption b{font-weight:600}figcaption .notes{margin:.2rem 0}.hit{fill:transparent;stroke:none}',
  '.hit.on{stroke:var(--text);stroke-width:1.5}g.off,.hit.off{display:none}',
  'fieldset.series{display:none;border:0;margin:.3rem 0;padding:0;font-size:.83rem}.live fieldset.series{display:flex;flex-wrap:wrap;gap:.2rem 1rem}',
  '.series legend{position:absolute;width:1px;height:1px;overflow:hidden;clip-path:inset(50%)}.series label{display:inline-flex;align-items:center;gap:.35rem;cursor:pointer}',
  '.series svg{display:inline-block;width:.9em;height:.9em}.series svg.dark{display:none}',
  '@media(prefers-color-scheme:dark){.series svg.light{display:none}.series svg.dark{display:inline-block}}',
  '.tip{position:absolute;z-index:2;pointer-events:none;max-width:20rem;padding:.35rem .6rem;border:1px solid var(--rule);border-radius:4px;',
  'background:var(--ground);color:var(--text);font-size:.8rem;line-height:1.4;white-space:pre-line;box-shadow:0 2px 8px #0003}.tip:empty{display:none}',
  'summary{cursor:pointer;font-size:.88rem;color:var(--link)}blockquote{margin:1.2rem 0;padding-left:1rem;border-left:3px solid var(--rule)}',
  'blockquote.pull{font-size:1.25rem;line-height:1.4;border-left-width:4px}blockquote footer{font-size:.88rem;color:var(--quiet)}',
  'pre{overflow-x:auto;padding:.7rem .9rem;border:1px solid var(--line);border-radius:4px;white-space:pre-wrap;overflow-wrap:anywhere}',
  'code,pre{font-family:"Benchwright page code",ui-monospace,"Cascadia Mono",Menlo,Consolas,monospace;font-size:.86em}hr{border:0;border-top:1px solid var(--line);margin:1.8rem 0}',
  'img{max-width:100%;height:auto;display:block}article td{white-space:normal}figure.data td,details td{white-space:nowrap}figure.data td.long,details td.long{white-space:normal}article th,article td{padding-inline:.5rem}',
  // Wide tables use the margins; if parts are still hidden, that side has a shadow.
  '@media screen{figure.data div.table:not(.words),details div.table:not(.words){width:max-content;min-width:100%;max-width:min(80rem,calc(100vw - 3rem));position:relative;left:50%;transform:translateX(-50%)}',
  'article div.table{background:linear-gradient(to right,var(--ground) 30%,transparent) 0 0/2.5rem 100% no-repeat local,linear-gradient(to left,var(--ground) 30%,transparent) 100% 0/2.5rem 100% no-repeat local,',
  'linear-gradient(to right,var(--shade),transparent) 0 0/.8rem 100% no-repeat scroll,linear-gradient(to left,var(--shade),transparent) 100% 0/.8rem 100% no-repeat scroll}}',
  '.center{text-align:center}',
  '.field-problem{border-bottom:2px dotted currentColor}.page-break{break-after:page;height:0}',
  ...everyPictureWidth().map((percent) => `.w${String(percent)}{width:${String(percent)}%}`),
  '@media print{:root{font-size:10pt}article,article>*{max-width:none}figure.plot,figure.data{break-inside:auto}.stage{break-inside:avoid;max-width:11cm}nav,.tip,.live fieldset.series{display:none}h2,h3,h4{break-after:avoid}',
  'details:not([open])>summary{display:none}div.table{overflow:visible}figure.plot td,figure.plot th{font-size:7.5pt}a{text-decoration:none}thead{display:table-header-group;break-inside:avoid}div.short{break-inside:avoid}.stage.tall{max-width:none}.stage:not(.long)>svg{max-height:21cm}.stage.tall>svg{max-height:23cm}',
  // A figure keeps its name and the first of its notes, and a table its name; both go on over pages.
  'p:has(+pre),p:has(+ul),p:has(+ol){break-after:avoid}pre{break-inside:avoid}figcaption,figcaption .notes:first-of-type{break-before:avoid}figcaption p{break-inside:avoid}figure.data>figcaption{break-before:auto;break-after:avoid}details>summary{break-after:avoid}',
  // Lines end between words, except in long texts; short names of rows stay on one, which other cells make room for.
  'article td,article th{padding-inline:.3rem;white-space:normal}article td:first-child:not(.long){white-space:nowrap}article td.long{overflow-wrap:anywhere}h2{margin-top:1.2rem}figure.plot,figure.data,figure.photo{margin:.8rem 0}}',
  // A figure that is not much higher than wide has a short caption beside it, so that two with their headings fill a page of A4.
  `@media print and (min-width:15cm){${beside('')}{display:grid;grid-template-columns:10.4cm minmax(0,1fr);column-gap:.6cm}`,
  `${beside('>.stage>svg')}{width:auto;max-height:11.6cm}${beside('>figcaption')}{grid-column:2;margin:0}${beside('>details')}{grid-column:1/-1}}`,
].join('')
