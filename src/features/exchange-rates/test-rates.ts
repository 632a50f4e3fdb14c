/** A file as the European Central Bank writes it: day → currency → units for one euro. */
export const eurofxref = (
  days: Record<string, Record<string, string>>,
) => `<?xml version="1.0" encoding="UTF-8"?>
<gesmes:Envelope xmlns:gesmes="http://www.gesmes.org/xml/2002-08-01" xmlns="http://www.ecb.int/vocabulary/2002-08-01/eurofxref">
	<gesmes:subject>Reference rates</gesmes:subject>
	<gesmes:Sender>
		<gesmes:name>European Central Bank</gesmes:name>
	</gesmes:Sender>
	<Cube>
${Object.entries(days)
  .map(
    ([day, rates]) => `		<Cube time='${day}'>
${Object.entries(rates)
  .map(([currency, rate]) => `			<Cube currency='${currency}' rate='${rate}'/>`)
  .join('\n')}
		</Cube>`,
  )
  .join('\n')}
	</Cube>
</gesmes:Envelope>`

export const ratesFile = (days: Record<string, Record<string, string>>) =>
  new File([eurofxref(days)], 'eurofxref-hist.xml', { type: 'text/xml' })
