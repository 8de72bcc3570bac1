import { createIcon } from './icon.tsx'

export const BranchIcon = /* @__PURE__ */ createIcon(
  'M2.8 3.8a1.7 1.7 0 1 0 3.4 0a1.7 1.7 0 1 0-3.4 0zM2.8 12.2a1.7 1.7 0 1 0 3.4 0a1.7 1.7 0 1 0-3.4 0zM9.8 5.5a1.7 1.7 0 1 0 3.4 0a1.7 1.7 0 1 0-3.4 0zM4.5 5.5v5M11.5 7.2c0 2.3-2 2.8-4 2.9-1.5.1-2.4.4-3 1',
)
