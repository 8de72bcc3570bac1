#!/usr/bin/env bash
# stdnum 1.12.0 refuses tax ids of forms that three countries hand out:
# - Hungary: the domestic number of a member of a VAT group, `12345676-2-41` (8 digits, VAT code, county), is `InvalidLength`.
# - Indonesia: the NPWP of 16 digits, in force since 2024 (the old 15 digits with a leading zero), is `InvalidLength`. The old form is valid.
# - Vietnam: the personal number of 12 digits, which has been a tax code since July 2025, is `InvalidLength`.
# - Switzerland: the UID with the suffix of the commercial register (`HR`) is `InvalidLength`; without it, the number is valid.
# What follows for a biller: the form decides whether an id is accepted, and the check digit counts only where the library knows the form.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y >/dev/null
npm install --silent --no-audit --no-fund --save-exact stdnum@1.12.0
cat > check.mjs <<'JS'
import { stdnum } from 'stdnum'
const cases = [
  ['HU', 'anum', '12345676-2-41'],
  ['ID', 'npwp', '0012345674091000'],
  ['ID', 'npwp', '01.234.567.4-091.000'],
  ['VN', 'mst', '001084012345'],
  ['CH', 'uid', 'CHE-116.281.710 HR'],
  ['CH', 'uid', 'CHE-116.281.710'],
]
for (const [country, kind, value] of cases) {
  const { isValid, error } = stdnum[country][kind].validate(value)
  console.log(`${country} ${kind} ${value}: ${isValid ? 'valid' : error?.name ?? error}`)
}
JS
node check.mjs | tee seen.txt
diff seen.txt - <<'SEEN'
HU anum 12345676-2-41: InvalidLength
ID npwp 0012345674091000: InvalidLength
ID npwp 01.234.567.4-091.000: valid
VN mst 001084012345: InvalidLength
CH uid CHE-116.281.710 HR: InvalidLength
CH uid CHE-116.281.710: valid
SEEN
echo 'stdnum 1.12.0 behaves as described.'
