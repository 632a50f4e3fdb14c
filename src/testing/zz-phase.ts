import { PGlite } from '@electric-sql/pglite'
import { wrapPglite } from '#platform/db.ts'
import { migrate } from '#platform/migrate.ts'
import { makeWorld } from './world.ts'
const p = new PGlite(); await p.waitReady
const d = await wrapPglite(p)
await migrate(d)
const sums=new Map<string,[number,number]>()
const orig=p.transaction.bind(p)
;(p as any).transaction=(run:any)=>orig(async(tx:any)=>{
  const wrap=(f:any)=>async(text:string,...rest:any[])=>{const s=performance.now(); try{return await f.call(tx,text,...rest)}finally{const k=text.replace(/\s+/g,' ').trim().slice(0,70); const e=sums.get(k)??[0,0]; e[0]+=performance.now()-s; e[1]++; sums.set(k,e)}}
  return run(new Proxy(tx,{get:(o,k)=>k==='query'||k==='exec'?wrap(o[k]):o[k]}))
})
const c0=process.cpuUsage(), t=performance.now()
await makeWorld(d,{volume:Number(process.argv[2]), days:Number(process.argv[3]??730)})
const c=process.cpuUsage(c0)
console.log('cpu',(c.user+c.system)/1e3,'wall',performance.now()-t)
for (const [k,[ms,n]] of [...sums].sort((a,b)=>b[1][0]-a[1][0]).slice(0,16)) console.log(Math.round(ms),n,k)
await d.close()
