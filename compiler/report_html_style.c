/*
 * The looks of the HTML report, and its script: two texts that are the same in
 * every report.
 *
 * The idea: colours are named once for light and once for dark, each with a
 * contrast of at least 4.5 to its ground, and none says what no word says. The
 * script hides what is not searched for, and that is all that it can do: a
 * reader without it sees every claim.
 *
 * Keys that are single letters can be switched off, since some people speak to
 * their browsers.
 */
#include "report_html.h"

#include "buf.h"
#include "report_html_parts.h"

static const char *const style[] = {
	":root{color-scheme:light dark;--bg:#fff;--fg:#1b1b1b;"
	"--mute:#565656;--line:#767676;--soft:#d8d8d8;--card:#f4f4f4;"
	"--good:#116329;--bad:#a4201a;--warn:#754600;--info:#0a5299}",
	"@media(prefers-color-scheme:dark){:root{--bg:#15171b;--fg:#e8e8e8;"
	"--mute:#b0b5bd;--line:#8a919c;--soft:#3b4048;--card:#20242a;"
	"--good:#74d98f;--bad:#ff9d94;--warn:#efc15f;--info:#8fbcff}}",
	"*{box-sizing:border-box}",
	"body{margin:0 auto;padding:1rem;max-width:64rem;"
	"background:var(--bg);color:var(--fg);font:1rem/1.5 system-ui,"
	"sans-serif;overflow-wrap:anywhere}",
	"h1{font-size:1.6rem;margin:.5rem 0}",
	"h2{font-size:1.2rem;margin:2rem 0 0}",
	"h2 small{color:var(--mute);font-weight:normal}",
	"p{margin:.4rem 0}",
	"a{color:var(--info)}",
	"code{font:.9em ui-monospace,monospace}",
	":focus-visible{outline:3px solid var(--info);outline-offset:2px}",
	".skip{position:absolute;left:-99rem}",
	".skip:focus{position:static}",
	"#find{background:var(--bg);padding:.5rem 0;"
	"border-bottom:1px solid var(--soft)}",
	"@media(min-width:40rem) and (min-height:30rem){"
	"#find{position:sticky;top:0;z-index:1}"
	".claim>summary,.page{scroll-margin-top:6rem}}",
	"#find[hidden]{display:none}",
	"#find input[type=search]{font:inherit;color:inherit;width:100%;"
	"max-width:24rem;padding:.3rem .5rem;background:var(--card);"
	"border:1px solid var(--line);border-radius:.3rem}",
	"#find fieldset{border:0;margin:.3rem 0 0;padding:0;display:flex;"
	"flex-wrap:wrap;gap:.2rem 1rem}",
	"#find legend{float:left;padding:0 1rem 0 0}",
	".scroll{overflow-x:auto}",
	"table{border-collapse:collapse;margin:.6rem 0}",
	"caption{text-align:left;color:var(--mute)}",
	"th,td{padding:.15rem .7rem .15rem 0;text-align:left;"
	"vertical-align:top;border-bottom:1px solid var(--soft);"
	"font-weight:normal}",
	"thead th{color:var(--mute);white-space:nowrap}",
	".n{text-align:right;font-variant-numeric:tabular-nums}",
	".claim{border-bottom:1px solid var(--soft)}",
	".claim>summary{display:grid;grid-template-columns:8.5rem minmax(0,"
	"1fr) auto;gap:0 1rem;padding:.3rem 0;cursor:pointer}",
	".claim>summary::marker{content:\"\"}",
	".claim>summary:hover{background:var(--card)}",
	".claim>div{padding:.2rem 0 .8rem 1rem;border-left:3px solid "
	"var(--soft);margin-bottom:.5rem}",
	".at{color:var(--mute);white-space:nowrap}",
	".at::after{content:\" \\25b8\"}",
	".claim[open]>summary .at::after{content:\" \\25be\"}",
	".is{color:var(--mute)}",
	".line{display:block;color:var(--mute);font-size:.85em;"
	"white-space:nowrap;overflow:hidden;text-overflow:ellipsis}",
	".claim[open]>summary .line{white-space:normal}",
	"tbody th{min-width:11rem}",
	"tbody th.n{min-width:0}",
	"dl{display:grid;grid-template-columns:8rem minmax(0,1fr);"
	"gap:.1rem 1rem;margin:.3rem 0}",
	"dt{color:var(--mute)}",
	".past{list-style:none;margin:0;padding:0}",
	"dd{margin:0}",
	"pre{margin:0;white-space:pre-wrap}",
	"meter{width:8rem;vertical-align:middle}",
	"figure{margin:.6rem 0}",
	"figcaption{color:var(--mute)}",
	"svg{display:block;margin:.3rem 0;color:var(--fg)}",
	"svg text{fill:var(--mute);font:12px system-ui,sans-serif}",
	"svg .axis{stroke:var(--line);fill:none}",
	"svg .grid{stroke:var(--soft);fill:none}",
	"svg .top{stroke:var(--warn);stroke-dasharray:6 4;fill:none}",
	"svg .curve{stroke:var(--info);stroke-width:2;fill:none}",
	"svg .dot{fill:var(--info)}",
	"svg .pilot{fill:var(--bg);stroke:var(--info)}",
	"svg .best{fill:var(--good);stroke:var(--good)}",
	".s{white-space:nowrap}",
	".s::before{content:\"\\2013\\a0\"}",
	".confirmed{color:var(--good)}",
	".confirmed::before{content:\"\\2713\\a0\"}",
	".refuted,.error{color:var(--bad);font-weight:bold}",
	".refuted::before{content:\"\\2717\\a0\"}",
	".error::before{content:\"!\\a0\"}",
	".inconclusive,.probe-limited,.stale{color:var(--warn)}",
	".inconclusive::before,.probe-limited::before{content:\"?\\a0\"}",
	".stale::before{content:\"~\\a0\"}",
	"@media(max-width:40rem){.claim>summary{grid-template-columns:1fr "
	"auto}.claim>summary>.says{grid-column:1/-1;grid-row:2}dl{"
	"grid-template-columns:1fr}dd{margin-left:1rem}}",
	"@media print{#find{display:none}}",
};

static const char *const script[] = {
	"(function(){'use strict';",
	"var form=document.getElementById('find'),"
	"query=form.elements.query,",
	"keys=form.elements.keys,told=document.getElementById('told'),",
	"list=function(s,e){return Array.prototype.slice.call((e||document)"
	".querySelectorAll(s));},",
	"claims=list('.claim'),pages=list('.page'),"
	"boxes=list('[name=status]',form),",
	"texts=claims.map(function(c){return(c.dataset.page+' "
	"'+c.textContent).toLowerCase();});",
	"function apply(){",
	"var words=query.value.toLowerCase().split(/\\s+/).filter(Boolean),"
	"n=0,on={};",
	"boxes.forEach(function(b){on[b.value]=b.checked;});",
	"claims.forEach(function(c,i){",
	"var good=on[c.dataset.status]&&words.every(function(w){return "
	"texts[i].indexOf(w)>=0;});",
	"c.hidden=!good;n+=good;});",
	"var all=n===claims.length;",
	"pages.forEach(function(p){"
	"p.hidden=!all&&!p.querySelector('.claim:not([hidden])');});",
	"told.textContent=n+' of '+claims.length+' claims';}",
	"function move(by){",
	"var seen=list('.claim:not([hidden])>summary'),",
	"at=seen.indexOf(document.activeElement),",
	"to=at<0?(by>0?0:seen.length-1):at+by;",
	"if(seen[to])seen[to].focus();}",
	"function open(){",
	"var id=location.hash.slice(1),e=id&&document.getElementById(id);",
	"if(e&&e.tagName==='DETAILS'){e.open=true;e.scrollIntoView();}}",
	"form.addEventListener('input',apply);",
	"form.addEventListener('submit',function(e){e.preventDefault();"
	"move(1);});",
	"document.addEventListener('keydown',function(e){",
	"var typing=/^(INPUT|TEXTAREA|SELECT)$/.test(e.target.tagName)"
	"&&e.target.type!=='checkbox';",
	"if(e.key==='Escape'&&e.target===query){query.value='';apply();"
	"return;}",
	"if(typing||!keys.checked||e.ctrlKey||e.altKey||e.metaKey)return;",
	"if(e.key==='/'){e.preventDefault();query.focus();}",
	"else if(e.key==='j')move(1);",
	"else if(e.key==='k')move(-1);});",
	"addEventListener('hashchange',open);",
	"addEventListener('beforeprint',function(){"
	"claims.forEach(function(c){c.open=true;});});",
	"form.hidden=false;apply();open();})();",
};

static void
add_lines(struct buf *out, const char *const *lines, size_t n)
{
	for (size_t i = 0; i < n; i++) {
		buf_add(out, str_of(lines[i]));
		buf_add_byte(out, '\n');
	}
}

void
html_style(struct buf *out)
{
	add_lines(out, style, COUNT_OF(style));
}

void
html_script(struct buf *out)
{
	add_lines(out, script, COUNT_OF(script));
}
