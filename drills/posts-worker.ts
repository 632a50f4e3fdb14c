import { sendPosts } from '#features/inbox/server/send-posts.ts'
import { createLog } from '#platform/log.ts'
import { sendWaitingMail } from '#platform/mail.ts'
import { openDatabase } from '#platform/open-database.ts'

/** `node drills/posts-worker.ts DATABASE_URL SMTP_URL`: what the jobs do, over and over, until somebody kills it. */
async function work(url: string, smtpUrl: string): Promise<void> {
  const database = await openDatabase({ url, folder: '' })
  const settings = { appOrigin: 'http://localhost:3000', secret: Buffer.alloc(32, 7) }
  for (;;) {
    await sendPosts(database, settings, new Date())
    await sendWaitingMail(database, createLog('silent'), {
      smtpUrl,
      from: 'Backline <no-reply@backline.test>',
      leaseSeconds: 1,
    })
    await new Promise((resolve) => setTimeout(resolve, 100))
  }
}

// Drills are all loaded to be listed: only the process that is this file works.
if (import.meta.main) await work(process.argv[2] ?? '', process.argv[3] ?? '')
