/**
 * Passwords that are tried first, in English and Spanish, of 8 characters or more, and stems which people lengthen
 * with digits. Chosen by hand from what published breach statistics agree on; lower case, without trailing digits.
 */
const words = `
password passw0rd p@ssword p@ssw0rd password1 passwort letmein letmeinnow welcome welcome1 iloveyou ilovemusic
sunshine princess football baseball basketball superman batman starwars trustno1 whatever dragon monkey master
shadow michael jennifer jordan hunter killer freedom computer internet qwerty qwertyui qwertyuiop qwerty123
qazwsx qazwsxedc zaq12wsx 1q2w3e4r 1q2w3e4r5t 1qaz2wsx asdfgh asdfghjk asdfghjkl zxcvbnm zxcvbn abcdefgh abcd1234
abc12345 abc123456 a1b2c3d4 11111111 111111111 1111111111 00000000 12341234 12345678 123456789 1234567890 0123456789
87654321 987654321 9876543210 123123123 121212121 147258369 159753456 102030405 changeme changeit default secret
administrator admin admin123 adminadmin root rootroot test testtest test1234 guest login logmein access
google facebook instagram twitter youtube spotify bandcamp music rocknroll rockandroll guitar guitarist
loveyou lovelove forever friends family summer winter spring autumn january february december monday friday
chocolate cookie butterfly pokemon naruto minecraft fortnite liverpool chelsea arsenal barcelona
contraseña contrasena contrasenia miclave miclave1 clave clave123 clave1234 entrar acceso bienvenido bienvenida
teamo teamomucho teamo123 tequiero tequieromucho tqm amor amorcito amormio mivida micielo corazon corazón princesa
estrella estrellas mariposa alegria felicidad familia amigos amistad hermano hermana mama mamá papa papá
realmadrid madrid atletico atleticodemadrid barca barça fcbarcelona valencia sevilla betis españa espana
hola holahola hola1234 holamundo adios gracias porfavor verano invierno primavera otoño navidad
alejandro alejandra alberto antonio carlos carmen cristina daniel david fernando francisco javier jose josé
juan lucia lucía manuel maria maría marta miguel pablo paula pedro rafael sandra sergio
guitarra musica música rock flamenco bateria batería concierto cancion canción jesus jesucristo dios
superman spiderman dragonball matrix pirata secreto tesoro trabajo oficina empresa ordenador computadora
backline backlinedemo merchandising
`

const commonPasswords: ReadonlySet<string> = new Set(words.split(/\s+/).filter(Boolean))

/** Is this one of the passwords that everybody tries first, or a run of repeats? Browser-safe: the form asks too. */
export function isCommonPassword(password: string): boolean {
  const plain = password.normalize('NFKC').toLowerCase().replace(/\s+/g, '')
  const stem = plain.replace(/[\d!.,*#@$%&?_-]+$/, '')
  return /^(.{1,4})\1+$/.test(plain) || commonPasswords.has(plain) || commonPasswords.has(stem)
}
