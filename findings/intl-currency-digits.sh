#!/usr/bin/env bash
# Intl (ICU 78, Node 24.21.0) and ISO 4217 (currency-codes 2.2.0) disagree about the decimals of 16 currencies in use. ISO 4217 counts minor
# units, in which card networks and banks state amounts; ICU says how people write cash. A price of 1,234,550 minor units of HUF is 12,345.50 by
# ISO 4217, and a page that takes the digits from Intl divides by 1 and shows 1,234,550: a hundred times as much. The kinds that differ are
# those of two decimals which ICU shows with none, and IQD with three.
# What follows for a biller: the decimals of a currency come from its own table, on every page, mail, document and input.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y >/dev/null
npm install --silent --no-audit --no-fund --save-exact node@24.21.0 currency-codes@2.2.0
cat > check.mjs <<'JS'
import currencies from 'currency-codes'
console.log(`node ${process.versions.node}`)
const digitsOf = (currency) => new Intl.NumberFormat('en', { style: 'currency', currency }).resolvedOptions().maximumFractionDigits
// Codes that begin with X are funds, metals and tests: no one is paid in them.
const differing = currencies
  .codes()
  .filter((code) => !code.startsWith('X'))
  .map((code) => [code, currencies.code(code).digits, digitsOf(code)])
  .filter(([, iso, intl]) => iso !== intl)
for (const [code, iso, intl] of differing) console.log(`${code}: ISO 4217 ${iso}, Intl ${intl}`)
JS
node_modules/.bin/node check.mjs | tee seen.txt
diff seen.txt - <<'SEEN'
node 24.21.0
AFN: ISO 4217 2, Intl 0
ALL: ISO 4217 2, Intl 0
COP: ISO 4217 2, Intl 0
HUF: ISO 4217 2, Intl 0
IDR: ISO 4217 2, Intl 0
IQD: ISO 4217 3, Intl 0
IRR: ISO 4217 2, Intl 0
KPW: ISO 4217 2, Intl 0
LAK: ISO 4217 2, Intl 0
LBP: ISO 4217 2, Intl 0
MGA: ISO 4217 2, Intl 0
MMK: ISO 4217 2, Intl 0
PKR: ISO 4217 2, Intl 0
SOS: ISO 4217 2, Intl 0
SYP: ISO 4217 2, Intl 0
YER: ISO 4217 2, Intl 0
SEEN
echo 'Intl and ISO 4217 differ as described.'
