import { contract, type OperationName } from '../../src/client/contract/operations';

/** The path of an operation, as the contract has it: tests follow the contract where the platform differs. */
export const pathOf = (operation: OperationName, id = '{id}') => contract[operation].path.replace('{id}', id);

/** Its method and its path, as messages have them. */
export const lineOf = (operation: OperationName) => `${contract[operation].method} ${pathOf(operation)}`;
