// Written by `npm run generate -w @feedback/contract` from cldr-core, the data of Unicode’s CLDR.

/** Living scripts that are written from right to left. */
export const rightToLeftScripts = 'Adlm Arab Hebr Mand Nkoo Rohg Syrc Thaa';
