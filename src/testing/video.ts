import {
  BufferTarget,
  EncodedPacket,
  EncodedVideoPacketSource,
  Mp4OutputFormat,
  Output,
  WebMOutputFormat,
} from 'mediabunny'

/** A short video whose picture is noise, and that says `secret` in its title, its comment and its track's name. */
export async function makeVideo(kind: 'mp4' | 'webm', secret: string): Promise<Uint8Array> {
  const target = new BufferTarget()
  const format = kind === 'mp4' ? new Mp4OutputFormat() : new WebMOutputFormat()
  const output = new Output({ format, target })
  const source = new EncodedVideoPacketSource('vp9')
  output.addVideoTrack(source, { name: secret, rotation: 90 })
  output.setMetadataTags({ title: secret, comment: `${secret} 40.4168,-3.7038` })
  await output.start()
  const decoderConfig = { codec: 'vp09.00.10.08', codedWidth: 320, codedHeight: 240 }
  for (let frame = 0; frame < 30; frame++) {
    const bytes = new Uint8Array(200).fill(frame + 1)
    await source.add(new EncodedPacket(bytes, frame % 10 === 0 ? 'key' : 'delta', frame / 10, 0.1), {
      decoderConfig,
    })
  }
  await output.finalize()
  if (!target.buffer) throw new Error('No video was made')
  return new Uint8Array(target.buffer)
}
