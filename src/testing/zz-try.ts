import { PGlite } from '@electric-sql/pglite'
import { wrapPglite } from '#platform/db.ts'
import { migrate } from '#platform/migrate.ts'
import { makeWorld } from './world.ts'
const p = new PGlite(); await p.waitReady
const d = await wrapPglite(p)
let t=performance.now()
await migrate(d)
console.log('migrate',performance.now()-t)
t=performance.now()
const c0=process.cpuUsage(); await makeWorld(d,{size: (process.argv[2] ?? 'test') as 'test', volume: Number(process.argv[3] ?? 1)})
const c1=process.cpuUsage(c0); console.log('cpu',(c1.user+c1.system)/1e3,'ms',performance.now()-t, process.memoryUsage().rss/1e6)
for (const t of ['account','portal','person','member','product','variant','link','order','order_line','page_view','sales_total','sales_dimension','visits_total','visits_dimension','daily_visitor']) console.log(t,(await d.query<{n:number}>(`select count(*)::int n from "${t}"`))[0]?.n)
console.log(await d.query(`select kind, count(*)::int, sum(net_micros)/1e6 net, sum(units)::int units, sum(orders)::int from order_line group by 1`))
console.log((await d.query<any>("select dimension, grain, count(*)::int n from visits_dimension group by 1,2 order by 3 desc")).map(r=>`${r.dimension} ${r.grain} ${r.n}`).join('; '))
await d.close()
