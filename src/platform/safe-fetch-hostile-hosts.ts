const hosts = (list: string) => list.trim().split(/\s+/)

/**
 * Hosts that must never be reached, for the tests of safe-fetch.ts. The literals in all the spellings that URL parsers
 * and C libraries understand; then names with the DNS answers that an attacker would give them.
 */
export const hostileLiterals = [
  // Loopback, spelled every way.
  ...hosts(`
    127.0.0.1 127.0.0.1. 127.1 127.0.1 127.255.255.254 127.000.000.001 127.0.0.01 2130706433 2130706433.
    017700000001 0x7f000001 0x7F.0.0.1 0177.0.0.1 0x7f.1 0177.1 127.0.0.0x1 0x7f.0x0.0x0.0x1
    0177.0000.0000.0001 127.0x1 127.1. 00177.0.0.1 0x7f.0.1
  `),
  // The same through characters that IDNA maps to ASCII.
  ...hosts(`
    １２７.０.０.１ ①②⑦.⓪.⓪.① 127。0。0。1 127．0．0．1 127｡0｡0｡1 %31%32%37.0.0.1 127%2e0%2e0%2e1 0 0. 0.0.0.0 00000000
    0x0 0.0 0.1.2.3 000.000.000.000
  `),
  // Private, shared, link-local, metadata.
  ...hosts(`
    10.0.0.1 10.255.255.255 167772161 0x0a000001 012.0.0.1 10.1 172.16.0.1 172.31.255.254 0xac100001
    192.168.0.1 192.168.1.254 3232235521 0xc0a80001 192.168.257 100.64.0.1 100.127.255.254 100.100.100.200
    169.254.169.254 2852039166 0xa9fea9fe 0251.0376.0251.0376 169.254.43518 169.16689662 169.254.170.2
    169.254.0.1 168.63.129.16 192.0.0.192 192.0.0.1
  `),
  // Documentation, benchmarking, multicast, reserved, broadcast, relays.
  ...hosts(`
    192.0.2.1 198.51.100.7 203.0.113.9 198.18.0.1 198.19.255.254 192.88.99.1 192.31.196.1 192.52.193.1
    192.175.48.1 224.0.0.1 239.255.255.250 240.0.0.1 255.255.255.255 4294967295
  `),
  // IPv6: loopback, unspecified, mapped, compatible, translated.
  ...hosts(`
    [::1] [0:0:0:0:0:0:0:1] [0000:0000:0000:0000:0000:0000:0000:0001] [::] [::0] [0::] [::127.0.0.1]
    [::7f00:1] [::ffff:127.0.0.1] [::ffff:7f00:1] [0:0:0:0:0:ffff:127.0.0.1] [::FFFF:7F00:0001]
    [::ffff:10.0.0.1] [::ffff:169.254.169.254] [::ffff:a9fe:a9fe] [::ffff:192.168.0.1] [::ffff:0:0]
    [::ffff:0:127.0.0.1] [64:ff9b::127.0.0.1] [64:ff9b::7f00:1] [64:ff9b::a9fe:a9fe] [64:ff9b:1::7f00:1]
    [2002:7f00:1::] [2002:7f00:0001::1] [2002:a9fe:a9fe::] [2002:c0a8:1::1] [2001:0:7f00:1::]
    [2001:0:4136:e378:8000:63bf:3fff:fdd2] [2001::1] [2600::5efe:7f00:1] [2600::200:5efe:c0a8:1]
  `),
  // IPv6: local, link-local, site-local, multicast, documentation and the rest.
  ...hosts(`
    [fe80::1] [fe80::a9fe:a9fe] [febf::1] [fec0::1] [fc00::1] [fd00::1] [fd00:ec2::254] [fd20:ce::254]
    [fdff:ffff::1] [ff02::1] [ff0e::1] [2001:db8::1] [2001:db8:ffff::1] [3fff::1] [2001:2::1] [2001:10::1]
    [2001:20::1] [2001:30::1] [2001:3::1] [2001:4:112::1] [2620:4f:8000::1] [100::1] [5f00::1] [4000::1]
    [1::1] [8000::1] [fe00::1] [e000::1]
  `),
  // Names of this machine and of inner networks.
  ...hosts(`
    localhost LOCALHOST localhost. a.localhost localhost.localdomain ip6-localhost ｌｏｃａｌｈｏｓｔ loc%61lhost
    metadata metadata.google.internal metadata.google.internal. kubernetes.default.svc instance-data
    printer.local router.lan db.corp nas.home 1.0.0.127.in-addr.arpa hidden.onion a..b.com intranet postgres
    wiki.private xn-- xn--a 127.0.0.1.nip.io localtest.me
  `),
]

/** DNS answers of names that look public. */
export const hostileAnswers: Record<string, string[]> = {
  '127.0.0.1.nip.io': ['127.0.0.1'],
  'localtest.me': ['127.0.0.1', '::1'],
  'kubernetes.default.svc': ['10.96.0.1'],
  'a-loopback.evil.com': ['127.0.0.1'],
  'a-loopback-far.evil.com': ['127.8.8.8'],
  'a-zero.evil.com': ['0.0.0.0'],
  'a-private.evil.com': ['192.168.1.1'],
  'a-shared.evil.com': ['100.64.9.9'],
  'a-metadata.evil.com': ['169.254.169.254'],
  'a-azure.evil.com': ['168.63.129.16'],
  'a-multicast.evil.com': ['224.0.0.251'],
  'aaaa-loopback.evil.com': ['::1'],
  'aaaa-unspecified.evil.com': ['::'],
  'aaaa-mapped.evil.com': ['::ffff:127.0.0.1'],
  'aaaa-mapped-hex.evil.com': ['::ffff:7f00:1'],
  'aaaa-compatible.evil.com': ['::127.0.0.1'],
  'aaaa-nat64.evil.com': ['64:ff9b::7f00:1'],
  'aaaa-6to4.evil.com': ['2002:7f00:1::1'],
  'aaaa-teredo.evil.com': ['2001:0:7f00:1::'],
  'aaaa-local.evil.com': ['fd00::1'],
  'aaaa-link.evil.com': ['fe80::1'],
  'aaaa-zone.evil.com': ['fe80::1%lo'],
  'mixed-last.evil.com': ['93.184.216.34', '127.0.0.1'],
  'mixed-first.evil.com': ['127.0.0.1', '93.184.216.34'],
  'mixed-families.evil.com': ['93.184.216.34', '2606:2800:220:1::1', '::1'],
  'empty.evil.com': [],
  'not-an-address.evil.com': ['localhost'],
  'short-form.evil.com': ['127.1'],
  'octal-form.evil.com': ['0177.0.0.1'],
  'xn--mnchen-3ya.com': ['127.0.0.1'],
}

/** Whole addresses whose trouble is not the host. `{port}` is the canary's. */
export const hostileAddresses = [
  ...['http://user:pass@page.com/', 'http://page.com@127.0.0.1:{port}/', 'http://a@localhost:{port}/'],
  ...[
    'http://example.com:22/',
    'http://example.com:25/',
    'https://example.com:6379/',
    'http://example.com:8080/',
  ],
  ...[
    'http://example.com:3000/',
    'http://example.com:65536/',
    'http://example.com:-1/',
    'ftp://example.com/',
  ],
  ...[
    'file:///etc/passwd',
    'file://127.0.0.1/etc/passwd',
    'gopher://127.0.0.1:{port}/_x',
    'dict://127.0.0.1:{port}/',
  ],
  ...[
    'data:text/html,<title>x</title>',
    'javascript:alert(1)',
    'blob:http://x.com/1',
    'about:blank',
    'ws://x.com/',
  ],
  ...[
    '//127.0.0.1:{port}/',
    'http:127.0.0.1:{port}/',
    'http:///127.0.0.1:{port}/',
    'http:\\\\127.0.0.1:{port}\\',
  ],
  ...[
    'http://page.com\\@127.0.0.1:{port}/',
    'http://127.0.0.1:{port}\\@example.com/',
    ' http://127.0.0.1:{port}/ ',
  ],
  ...[
    'http://127.0.0.1:{port}#@example.com/',
    'http://127.0.0.1:{port}?@example.com/',
    'ht\ntp://127.0.0.1:{port}/',
  ],
  ...[
    'http://1\t27.0.0.1:{port}/',
    'http://[::1%25lo]:{port}/',
    'http://[::ffff:127.0.0.1%25eth0]:{port}/',
    'http://',
    '',
  ],
  ...[
    'http://exa mple.com/',
    'http://[/',
    'http://[::1',
    'http://example.com:{port}:80/',
    'not an address',
    '/relative',
  ],
]
