#!/usr/bin/env python3
"""Makes a Tryton database with stock, lots and customs, and fills it with the demo world's goods.

    python3 examples/tryton/prepare.py --config trytond.conf --database erp --world data/seed-world.json

Reads the password of the user that Quartermaster logs in as from TRYTON_PASSWORD.
"""
import argparse
import datetime
import json
import os
import subprocess
import tempfile
from decimal import Decimal

from trytond.config import config

MODULES = ['stock_lot', 'customs', 'incoterm', 'carrier']


def create_database(arguments):
    """Empty database with the modules; about 15 seconds on an idle machine."""
    path = os.path.join(config.get('database', 'path'), arguments.database + '.sqlite')
    if os.path.exists(path):
        raise SystemExit(f'{path} exists already')
    os.makedirs(os.path.dirname(path), exist_ok=True)
    open(path, 'x').close()
    with tempfile.NamedTemporaryFile('w') as file:
        file.write(os.environ['TRYTON_PASSWORD'])
        file.flush()
        subprocess.run(
            ['trytond-admin', '-c', arguments.config, '-d', arguments.database, '--all', '-u', *MODULES,
                '--activate-dependencies', '--email', 'admin@example.com', '-l', 'en'],
            check=True, timeout=900, env={**os.environ, 'TRYTONPASSFILE': file.name}, stdout=subprocess.DEVNULL)


def create_company(pool):
    Currency, Party, Company = pool.get('currency.currency'), pool.get('party.party'), pool.get('company.company')
    euro, = Currency.create([{'name': 'Euro', 'code': 'EUR', 'symbol': 'EUR', 'rounding': Decimal('0.01'), 'digits': 2}])
    party, = Party.create([{'name': 'Quartermaster Demo'}])
    company, = Company.create([{'party': party.id, 'currency': euro.id}])
    return company


def create_user(pool, company, login, password):
    """A user of its own with the stock groups, so that what Quartermaster did can be told apart."""
    User, Group = pool.get('res.user'), pool.get('res.group')
    # Only what moves stock; reading products, lots and tariff codes is open to every user.
    groups = Group.search([('name', 'in', ['Stock', 'Stock Administration'])])
    User.create([{
        'name': 'Quartermaster', 'login': login, 'password': password,
        'companies': [('add', [company.id])], 'company': company.id,
        'groups': [('add', [group.id for group in groups])]}])


def create_places(pool, world):
    """One warehouse a location; its storage area carries our id as code."""
    Location = pool.get('stock.location')
    storages = {}
    for place in world['locations']:
        parts = [{'name': f"{place['name']} {kind}", 'type': 'storage'} for kind in ('input', 'output')]
        entry, exit_ = Location.create(parts)
        storage, = Location.create([{'name': place['name'], 'code': place['id'], 'type': 'storage'}])
        Location.create([{
            'name': place['name'], 'type': 'warehouse',
            'input_location': entry.id, 'output_location': exit_.id, 'storage_location': storage.id}])
        storages[place['id']] = storage
    return storages


def create_products(pool, world, sku_filter):
    Template, Uom = pool.get('product.template'), pool.get('product.uom')
    Code, Link = pool.get('customs.tariff.code'), pool.get('product-customs.tariff.code')
    unit, = Uom.search([('name', '=', 'Unit')])
    finest = {'KGM': 'Kilogram', 'MTR': 'Meter', 'LTR': 'Liter'}
    products, codes = {}, {}
    for item in world['skus']:
        if sku_filter and item['sku'] not in sku_filter:
            continue
        named = finest.get(item['base_uom'])
        uom = Uom.search([('name', '=', named)])[0] if named else unit
        template, = Template.create([{
            'name': item['name'], 'type': 'goods', 'default_uom': uom.id, 'list_price': Decimal(str(item['unit_value_eur'])),
            'products': [('create', [{'suffix_code': item['sku']}])]}])
        products[item['sku']] = template.products[0]
        if item.get('cn8'):
            if item['cn8'] not in codes:
                codes[item['cn8']], = Code.create([{'code': item['cn8'], 'description': item['name']}])
            Link.create([{'product': str(template), 'tariff_code': codes[item['cn8']].id}])
    return products


def put_stock(pool, world, storages, products, company):
    """Books what is available as moves from the lost-and-found location, done."""
    Move, Location, Lot = pool.get('stock.move'), pool.get('stock.location'), pool.get('stock.lot')
    source = Location.search([('type', '=', 'lost_found')])[0]
    today = datetime.date.today()
    lots, moves = {}, []
    for row in world['stock']:
        product = products.get(row['sku'])
        if not product or row['status'] != 'available' or not row['on_hand']:
            continue
        lot = None
        if row['lot']:
            if (row['sku'], row['lot']) not in lots:
                lots[row['sku'], row['lot']], = Lot.create([{'number': row['lot'], 'product': product.id}])
            lot = lots[row['sku'], row['lot']].id
        moves.append({
            'product': product.id, 'uom': product.default_uom.id, 'quantity': row['on_hand'], 'lot': lot,
            'from_location': source.id, 'to_location': storages[row['location']].id,
            'planned_date': today, 'effective_date': today, 'company': company.id, 'unit_price': Decimal(0)})
    Move.do(Move.create(moves))


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument('--config', required=True)
    parser.add_argument('--database', default='erp')
    parser.add_argument('--world', required=True, help='file like data/seed-world.json')
    parser.add_argument('--user', default='quartermaster')
    parser.add_argument('--sku', action='append', help='only these; all when not given')
    arguments = parser.parse_args()
    config.update_etc(arguments.config)
    create_database(arguments)

    from trytond.pool import Pool
    from trytond.transaction import Transaction
    Pool.start()
    pool = Pool(arguments.database)
    pool.init()
    with open(arguments.world) as file:
        world = json.load(file)
    with Transaction().start(arguments.database, 1) as transaction:
        company = create_company(pool)
        create_user(pool, company, arguments.user, os.environ['TRYTON_PASSWORD'])
        with transaction.set_context(company=company.id):
            storages = create_places(pool, world)
            products = create_products(pool, world, arguments.sku)
            put_stock(pool, world, storages, products, company)
        transaction.commit()
    print(f'{len(products)} products in {arguments.database}')


if __name__ == '__main__':
    main()
