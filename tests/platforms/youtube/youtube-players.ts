/**
 * Player scripts as YouTube's pages name them, made by us: in the shapes that yt-dlp-ejs looks for, each generation with ways of its own to
 * hide how a signature is put in order and an `n` is answered. The replica knows the answers by the functions here, which share nothing
 * with the scripts but what they are to do.
 */
export type Player = {
  /** In the address of its script. */
  id: string;
  /** `signatureTimestamp`, which tells the platform which player a client has. */
  timestamp: number;
  script: string;
  /** What a player would make of an `n`. */
  answer(n: string): string;
  /** A signature as the platform tells it: a player puts it in order again. */
  scramble(signature: string): string;
};

const ALPHABET = 'abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-_';

function swapped(text: string, with_: number): string {
  const at = with_ % text.length;
  const letters = [...text];
  [letters[0], letters[at]] = [letters[at] ?? '', letters[0] ?? ''];
  return letters.join('');
}

const reversed = (text: string) => [...text].toReversed().join('');

/** Each letter moved on in the alphabet by `step` and its place. */
function moved(text: string, step: number): string {
  const at = (letter: string, place: number) => (ALPHABET.indexOf(letter) + step + place) % ALPHABET.length;
  return [...text].map((letter, place) => ALPHABET[at(letter, place)]).join('');
}

/** Prototypes, an object of tricks, and a function for everything that is told what to do by a number. */
const PROTOTYPES: Player = {
  id: '51a7e001',
  timestamp: 20_701,
  answer: (n) => moved(reversed(n), 7),
  // The player drops two characters, turns the rest around, and swaps the first with the sixth.
  scramble: (signature) => `zQ${reversed(swapped(signature, 5))}`,
  script: `var _yt_player={};(function(g){var window=this;/*

 Of a replica.
*/
var L="abcdefghijklmnopqrstuvwxyz|split|join|reverse|splice|set|get".split("|");
var M={q0:function(a){a[L[3]]()},Xz:function(a,b){a[L[4]](0,b)},w$:function(a,b){var c=a[0];a[0]=a[b%a.length];a[b%a.length]=c}};
var signatureTimestamp={signatureTimestamp:20701};
var Ur=function(a,b){this.path=a;this.K={};this.strict=b};
g.k=Ur.prototype;
g.k.set=function(a,b){this.K[a]=b;return this};
g.k.get=function(a){return this.K[a]};
g.k.clone=function(){var a=new Ur(this.path,this.strict);for(var b in this.K)a.K[b]=this.K[b];return a};
g.k.xS=function(){var a=this.get("n");a&&this.set("n",$5(2,a))};
var $5=function(a,b){
  var c=b[L[1]]("");
  if(a===1)return M.Xz(c,2),M.q0(c,44),M.w$(c,5),c[L[2]]("");
  M.q0(c,3);
  for(var d=L[0]+L[0].toUpperCase()+"0123456789-_",e=0;e<c.length;e++)c[e]=d.charAt((d.indexOf(c[e])+7+e)%d.length);
  return c[L[2]]("")
};
BI=function(a,b,c){b=b===void 0?"":b;c=c===void 0?"":c;a=new Ur(a,!0);a.set("alr","yes");c&&(c=$5(1,decodeURIComponent(c)),a[L[5]](b,encodeURIComponent(c)));return a};
g.player={create:function(){return new Ur("/")}};
})(_yt_player);
`,
};

/** Classes, in the other frame that players come in. */
const CLASSES: Player = {
  id: '51a7e002',
  timestamp: 20_702,
  answer: (n) => `${moved(n.slice(3), 11)}${n.slice(0, 3)}`,
  // The player turns it around, drops three, and swaps the first with the forty-second.
  scramble: (signature) => reversed(`pX7${swapped(signature, 41)}`),
  script: `(function(g){'use strict';
const letters=[...Array(26).keys()].map((at)=>String.fromCharCode(97+at)).join("");
class Address{
  #held=new Map;
  constructor(path,strict){this.path=path;this.strict=strict}
  set(name,value){this.#held.set(name,value)}
  get(name){return this.#held.get(name)}
  clone(){const other=new Address(this.path,this.strict);this.#held.forEach((value,name)=>other.set(name,value));return other}
  renew(){
    const n=this.get("n");
    if(n)this.set("n",pass(n))
  }
}
const steps=[(all)=>all.reverse(),(all,many)=>{all.splice(0,many)},(all,at)=>{const first=all[0];all[0]=all[at%all.length];all[at%all.length]=first}];
function pass(text){
  const alphabet=letters+letters.toUpperCase()+"0123456789-_";
  const rest=Array.from(text.slice(3),(letter,at)=>alphabet[(alphabet.indexOf(letter)+11+at)%alphabet.length]);
  return rest.join("")+text.slice(0,3)
}
function order(text){
  const all=text.split("");
  for(const [step,by] of [[0,9],[1,3],[2,41]])steps[step](all,by);
  return all.join("")
}
g.make=function(path,name,signature){
  const address=new Address(path,!0);
  address.set("alr","yes");
  if(signature)address.set(name,encodeURIComponent(order(decodeURIComponent(signature))));
  return address
};
g.config={signatureTimestamp:20702};
}).call(this,{});
`,
};

/** As the first, with other numbers: what YouTube puts in its place some day while servers run. */
const NEXT: Player = {
  id: '51a7e003',
  timestamp: 20_703,
  answer: (n) => moved(reversed(n), 23),
  scramble: (signature) => `zQw0${reversed(swapped(signature, 17))}`,
  script: PROTOTYPES.script
    .replace('M.Xz(c,2),M.q0(c,44),M.w$(c,5)', 'M.Xz(c,4),M.q0(c,12),M.w$(c,17)')
    .replace('+7+e', '+23+e')
    .replace('20701', '20703'),
};

/** In the frame of a player, but nothing in it answers anything. */
const CHANGED: Player = {
  ...CLASSES,
  id: '51a7e004',
  timestamp: 20_704,
  script: CLASSES.script.replace('"alr","yes"', '"alr","no"'),
};

/** By what a test calls them. */
export const PLAYERS = { prototypes: PROTOTYPES, classes: CLASSES, next: NEXT, changed: CHANGED };
export type PlayerName = keyof typeof PLAYERS;

export function playerOf(id: string): Player | undefined {
  return Object.values(PLAYERS).find((player) => player.id === id);
}

/** The address on the platform's pages. */
export function scriptPath({ id }: Player): string {
  return `/s/player/${id}/player_ias.vflset/en_US/base.js`;
}
