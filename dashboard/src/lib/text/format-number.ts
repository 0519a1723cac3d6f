export { formatNumber } from '@feedback/contract';
