"""Blocks: nobody shares what is not equal, and nothing is lost."""

import random

import pytest

from snippets.serving.blocks import BlockPool, digests

FULL = list(digests(range(12), 4))  # digests of three full blocks


def test_equal_blocks_have_equal_digests_only_after_equal_beginnings():
    first, second = digests([1, 2, 1, 2], 2)
    assert first != second  # the same block in another place
    assert list(digests([1, 2, 1, 2, 9], 2)) == [first, second]  # 9 fills no block
    assert list(digests([1, 2], 2, after=first)) == [second]
    assert list(digests([12, 3], 2)) != list(digests([1, 23], 2))


def test_a_known_beginning_is_shared_up_to_the_first_difference():
    pool = BlockPool(6)
    table = pool.take(3)
    for block, digest in zip(table, FULL, strict=True):
        pool.publish(block, digest)
    other = [*FULL[:2], b"another", FULL[2]]
    assert pool.share(iter(other)) == table[:2]
    assert [pool.holders(block) for block in table] == [2, 2, 1]
    pool.give_back(table)
    assert pool.free == 4  # two are still held
    pool.give_back(table[:2])
    assert pool.free == 6
    assert pool.share(iter(FULL)) == table  # nobody held them; they were still known


def test_blank_blocks_are_taken_first_and_then_the_ends_of_the_oldest_beginnings():
    pool = BlockPool(4)
    old, new = pool.take(2), pool.take(1)
    for block, digest in zip(old, FULL, strict=False):
        pool.publish(block, digest)
    pool.publish(new[0], FULL[2])
    pool.give_back(old)
    pool.give_back(new)
    assert pool.take(1) == [3]  # never used
    assert pool.take(1) == [old[1]]
    assert pool.share(iter(FULL)) == old[:1]  # the end is forgotten, the beginning is not
    assert pool.share(iter(FULL[2:])) == new


def test_of_equal_blocks_the_first_is_shared():
    pool = BlockPool(2)
    one, other = pool.take(2)
    pool.publish(one, FULL[0])
    pool.publish(other, FULL[0])
    pool.give_back([other])
    assert pool.take(1) == [other]
    assert pool.share(iter(FULL)) == [one]


def test_more_than_are_free_cannot_be_taken():
    pool = BlockPool(2)
    pool.take(1)
    with pytest.raises(ValueError, match="2 blocks are wanted, 1 are free"):
        pool.take(2)
    assert pool.free == 1


@pytest.mark.parametrize("seed", range(5))
def test_a_block_is_free_exactly_when_nobody_holds_it(seed):
    draw, pool, tables = random.Random(seed), BlockPool(12), []
    for _ in range(400):
        text = [draw.randrange(2) for _ in range(12)]
        known = list(digests(text, 3))
        if draw.random() < 0.5 and pool.free >= 4:
            table = pool.share(iter(known))
            table += pool.take(min(4 - len(table), pool.free))
            for block, digest in zip(table, known, strict=False):
                pool.publish(block, digest)
            tables.append(table)
        elif tables:
            pool.give_back(tables.pop(draw.randrange(len(tables))))
        held = [block for table in tables for block in table]
        assert [pool.holders(block) for block in range(12)] == [held.count(b) for b in range(12)]
        assert pool.free == 12 - len(set(held))
