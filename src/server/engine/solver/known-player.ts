import type { SolverProcess } from './process.ts';

/**
 * A player of our own in the shape of YouTube's, as far as yt-dlp-ejs looks at it: a function that makes an address with `alr=yes` and,
 * given a signature, sets it unscrambled; and an address whose first method of its own solves its `n`. Here a signature loses its third
 * character and is turned around; an `n` has each letter moved on by its place.
 */
const KNOWN_PLAYER = `var _yt_player={};(function(g){var window=this;
var A=function(url){this.url=url;this.params={}};
A.prototype.solve=function(){
  var n=this.params.n;
  if(n)this.params.n=n.split("").map(function(c,at){return String.fromCharCode((c.charCodeAt(0)-97+at+1)%26+97)}).join("")
};
A.prototype.set=function(name,value){this.params[name]=value};
A.prototype.get=function(name){return this.params[name]};
A.prototype.clone=function(){return new A(this.url)};
var order={drop:function(a,at){a.splice(at,1)},turn:function(a){a.reverse()}};
var unscramble=function(s){var a=s.split("");order.drop(a,2);order.turn(a);return a.join("")};
g.make=function(url,name,s){
  url=new A(url);url.set("alr","yes");
  s&&(s=unscramble(decodeURIComponent(s)),url.set(name,encodeURIComponent(s)));
  return url
};
})(_yt_player);
`;

const CHALLENGES = [
  { type: 'n', challenges: ['abcxyz', 'n'] },
  { type: 'sig', challenges: ['AB-CD%\u0001'] },
] as const;
/** Worked out by hand: a+1, b+2, c+3, x+4, y+5, z+6; without the hyphen, from behind. */
const ANSWERS = [['bdfbdf', 'o'], ['\u0001%DCBA']];

/** Milliseconds, mostly; nobody waits for it but a server that starts. */
const TIMEOUT_MS = 30_000;

/** Whether a process solves what is known: the scripts are there, fit together, and run in this version of Node. */
export async function knowsPlayer(process: SolverProcess): Promise<boolean> {
  const prepared = await process.prepare(KNOWN_PLAYER, TIMEOUT_MS);
  if (!('done' in prepared)) return false;
  const requests = CHALLENGES.map(({ type, challenges }) => ({ type, challenges: [...challenges] }));
  const solved = await process.solve({ player: KNOWN, prepared: prepared.done, requests }, TIMEOUT_MS);
  return 'done' in solved && JSON.stringify(solved.done) === JSON.stringify(ANSWERS);
}

/** No player of the platform has such an id. */
const KNOWN = 'known';
